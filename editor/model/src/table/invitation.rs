//! Invitations: a hosted table runs the game, guests play in their browsers, and the game at the table repeats every
//! answer. The rules lead to the same game in both places.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::decision::Pick;
use tilewright_host::{AdoptedGame, FollowedTable, Host, HostPlan, TableLink, TablePlan};
use tilewright_kit::games::opening::open;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::Loaded;
use tilewright_table::{FollowerMessage, FollowerNews, ReloadEnd, SeatPlan};

use crate::table::{SeatChooser, TableGame};

/// Port of an address without a port, like that of `tilewright host`.
const PORT: u16 = 7412;

/// Time in which guests get the message that the table is closed.
const FAREWELL: Duration = Duration::from_millis(150);

/// Settings of an invitation, as the user chose them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InvitationPlan {
    /// Chooser of each seat: a person at this machine, a guest, or a bot.
    pub seats: Vec<SeatChooser>,
    /// Names of the seats; empty for the number of the seat.
    pub names: Vec<String>,
    /// Language of the guests' page.
    pub language: String,
    /// Address on which guests reach this machine; empty for this machine only.
    pub listen: String,
    /// Address of a web server in front of the table; empty without one.
    pub public: String,
}

/// Setting of an invitation that is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// No seat has a guest.
    NoGuest,
    /// The address is not one of a machine.
    Listen,
    /// The address of the web server does not begin with `https://` or `http://`.
    Public,
}

/// Reason why guests cannot be invited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvitationError {
    /// A setting is not valid.
    Plan(PlanError),
    /// The game was played with packs that differ from the saved ones, or it began with other rules.
    OtherRules,
    /// The position was arranged, as in a test, so that no moves lead to it.
    Arranged,
    /// The packs cannot be loaded, or the table cannot be hosted.
    Failed(String),
}

impl InvitationPlan {
    /// Checks the settings. Returns the address to listen on; without one, any free port that only this machine
    /// reaches.
    ///
    /// # Errors
    /// A setting is not valid.
    pub fn check(&self) -> Result<SocketAddr, PlanError> {
        if !self.seats.contains(&SeatChooser::Guest) {
            return Err(PlanError::NoGuest);
        }
        let public = self.public.trim();
        if !public.is_empty() && !public.starts_with("https://") && !public.starts_with("http://") {
            return Err(PlanError::Public);
        }
        match self.listen.trim() {
            "" if public.is_empty() => Ok(SocketAddr::from(([127, 0, 0, 1], 0))),
            "" => Ok(SocketAddr::from(([127, 0, 0, 1], PORT))),
            text => {
                let address = text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT));
                text.parse().or(address).map_err(|_| PlanError::Listen)
            }
        }
    }

    /// Returns true if other machines reach the table without a web server in front, so that connections are not
    /// encrypted.
    pub fn is_open(&self) -> bool {
        self.public.trim().is_empty() && self.check().is_ok_and(|address| !address.ip().is_loopback())
    }
}

/// Places of files that an invitation uses.
#[derive(Clone, Debug)]
pub struct InvitationPlaces {
    /// Finder of the packs of the game.
    pub finder: Finder,
    /// Folder of the open pack.
    pub pack: PathBuf,
    /// Folder of hosted tables.
    pub tables: PathBuf,
}

/// Event of an invitation, for the user.
#[derive(Clone, PartialEq, Debug)]
pub enum InvitationEvent {
    /// A guest has written a note.
    Noted,
    /// The table has refused a request for this reason.
    Refused(String),
    /// The table has paused the game for this reason.
    Paused(String),
    /// Guests continue the game with the changed packs.
    Reloaded {
        /// Number of answers that remain.
        kept: usize,
        /// Number of answers before.
        of: usize,
    },
    /// The game here differs from the game of the table, which is a mistake of the program.
    Differs,
}

/// Game that guests play over the network. It is closed when it is dropped.
pub struct Invitation {
    host: Option<Host>,
    table: FollowedTable,
    /// Choosers before the invitation.
    before: Vec<SeatChooser>,
    /// Position of the hosted game: its branch here, and the number of answers.
    live: (usize, usize),
    /// News that wait until the user returns to that position.
    waiting: VecDeque<FollowerNews>,
    /// True if the table has not replied to an answer yet.
    is_answering: bool,
    present: Vec<bool>,
    onlookers: usize,
    /// Seat that wishes to take its answer back, and the seats that have to agree.
    wish: Option<(Seat, Vec<u8>)>,
    /// Changed packs that the table is about to take over.
    changed: Option<Arc<Loaded>>,
    /// Number of answers that these packs allow, number of all answers, and the reason, if the user has to decide.
    offer: Option<(usize, usize, String)>,
    is_open: bool,
}

impl Invitation {
    /// Starts to host the game at the table, whose packs must be saved.
    ///
    /// # Errors
    /// A setting is not valid, the position was arranged, the game has other packs than the saved ones, or the table cannot be hosted.
    pub fn begin(
        table: &mut TableGame,
        plan: &InvitationPlan,
        places: &InvitationPlaces,
        waker: impl Fn() + Send + 'static,
    ) -> Result<Invitation, InvitationError> {
        let listen = plan.check().map_err(InvitationError::Plan)?;
        if table.session().is_arranged() {
            return Err(InvitationError::Arranged);
        }
        let record = record_of(table.session(), "");
        let pack = places.pack.to_string_lossy().into_owned();
        let more = if places.pack.is_dir() { vec![pack] } else { Vec::new() };
        let failed = |error: &dyn std::fmt::Display| InvitationError::Failed(error.to_string());
        let opened = open(&places.finder, &more, &record).map_err(|error| failed(&error))?;
        let is_same = opened.stopped.is_none() && opened.others.is_empty();
        if !is_same || opened.session.game().fingerprint() != table.game().fingerprint() {
            return Err(InvitationError::OtherRules);
        }
        let public = Some(plan.public.trim().to_owned()).filter(|public| !public.is_empty());
        let trusts_proxy = public.is_some();
        let host =
            Host::start_empty(&HostPlan { public, trusts_proxy, ..HostPlan::new(listen, places.tables.clone()) });
        let host = host.map_err(|error| failed(&error))?;
        let names = plan.names.iter().map(String::as_str).chain(std::iter::repeat(""));
        let seats = plan.seats.iter().zip(names).map(|(chooser, name)| SeatPlan {
            name: name.to_owned(),
            bot: if let SeatChooser::Bot(bot) = chooser { Some(bot.to_string()) } else { None },
        });
        let hosted = TablePlan { language: plan.language.clone(), seats: seats.collect(), ..TablePlan::default() };
        let own = (0u8..).zip(&plan.seats).filter(|(_, chooser)| **chooser == SeatChooser::Person);
        let game = AdoptedGame { record, seats: own.map(|(seat, _)| seat).collect() };
        let followed = host.adopt_table(&opened.loaded, &hosted, game, waker).map_err(|error| failed(&error))?;
        let before = table.setup().seats.clone();
        table.begin_hosting(plan.seats.clone());
        Ok(Invitation {
            host: Some(host),
            table: followed,
            before,
            live: (table.history().current(), table.history().now()),
            waiting: VecDeque::new(),
            is_answering: false,
            present: vec![false; plan.seats.len()],
            onlookers: 0,
            wish: None,
            changed: None,
            offer: None,
            is_open: plan.is_open(),
        })
    }

    /// Returns a link for each seat of a guest, and one for onlookers.
    pub fn links(&self) -> impl Iterator<Item = &TableLink> {
        self.table.links().iter().filter(|link| !link.role.host)
    }

    /// Returns the folder of the hosted table.
    pub fn folder(&self) -> &Path {
        self.table.folder()
    }

    /// Returns true if a player of the seat is connected.
    pub fn is_present(&self, seat: usize) -> bool {
        self.present.get(seat).copied().unwrap_or_default()
    }

    /// Returns the number of connected onlookers.
    pub fn onlookers(&self) -> usize {
        self.onlookers
    }

    /// Returns true if connections of other machines are not encrypted.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the seat that wishes to take its answer back, and the seat here that has to agree; `None` if none does.
    pub fn wish(&self, table: &TableGame) -> Option<(Seat, Seat)> {
        let (seat, asked) = self.wish.as_ref()?;
        table.people().find(|own| asked.contains(&own.0)).map(|own| (*seat, own))
    }

    /// Returns the position of the hosted game if the user looks at another one: its branch, the number of answers, and
    /// the number of further answers that wait here.
    pub fn position_elsewhere(&self, table: &TableGame) -> Option<(usize, usize, usize)> {
        let new = self.waiting.iter().filter(|news| matches!(news, FollowerNews::Answered { .. })).count();
        (!self.is_here(table)).then_some((self.live.0, self.live.1, new))
    }

    /// Returns true if guests have to agree that a seat here takes its answer back.
    pub fn has_own_wish(&self, table: &TableGame) -> bool {
        self.wish.as_ref().is_some_and(|(seat, _)| table.people().any(|own| own == *seat))
    }

    fn is_here(&self, table: &TableGame) -> bool {
        (table.history().current(), table.history().now()) == self.live
    }

    /// Takes the news of the table, and repeats its answers if the user looks at the position of the hosted game.
    pub fn take_news(&mut self, table: &mut TableGame) -> Vec<InvitationEvent> {
        let mut events = Vec::new();
        while let Some(news) = self.table.next_news() {
            match news {
                FollowerNews::Answered { .. } | FollowerNews::TakenBack { .. } => self.waiting.push_back(news),
                FollowerNews::Reloaded(ReloadEnd { kept, of, stopped: Some(why) }) => {
                    self.offer = Some((kept, of, why))
                }
                FollowerNews::Reloaded(ReloadEnd { kept, of, stopped: None }) => {
                    let event = InvitationEvent::Reloaded { kept, of };
                    events.push(if self.take_over(table) { event } else { InvitationEvent::Differs });
                }
                FollowerNews::Wish(wish) => {
                    self.wish = wish.map(|(seat, asked)| (seat, asked.into_iter().collect()));
                }
                FollowerNews::People { seats, onlookers } => (self.present, self.onlookers) = (seats, onlookers),
                FollowerNews::Noted(note) => {
                    table.add_note(note, self.live.0);
                    events.push(InvitationEvent::Noted);
                }
                FollowerNews::ReloadRefused(why) => {
                    self.changed = None;
                    events.push(InvitationEvent::Refused(why));
                }
                FollowerNews::Paused(why) => events.push(InvitationEvent::Paused(why)),
                FollowerNews::Refused(why) => {
                    self.is_answering = false;
                    events.push(InvitationEvent::Refused(why));
                }
            }
        }
        if !self.repeat_waiting(table) {
            events.push(InvitationEvent::Differs);
        }
        events
    }

    /// Repeats the changes that wait, if the user looks at the position of the hosted game. Returns false if one is not
    /// possible here.
    fn repeat_waiting(&mut self, table: &mut TableGame) -> bool {
        while self.is_here(table)
            && let Some(news) = self.waiting.pop_front()
        {
            if !self.repeat(table, &news) {
                self.waiting.clear();
                return false;
            }
        }
        true
    }

    /// Returns the number of answers that the changed packs allow, the number of all answers, and the reason, if the user
    /// has to decide.
    pub fn offer(&self) -> Option<(usize, usize, &str)> {
        self.offer.as_ref().map(|(kept, of, why)| (*kept, *of, &**why))
    }

    /// Returns true if the table has not replied to changed packs yet, or the user has to decide.
    pub fn is_reloading(&self) -> bool {
        self.changed.is_some()
    }

    /// Lets guests continue the game with changed packs, unless the table has not replied to earlier ones.
    pub fn reload(&mut self, table: &TableGame, loaded: &Arc<Loaded>) {
        if self.is_reloading() {
            return;
        }
        let loaded = table.packs_for_game(loaded);
        self.table.reload(&loaded, false);
        (self.changed, self.offer) = (Some(loaded), None);
    }

    /// Decides about the offer: continues after the allowed answers, or keeps the rules.
    pub fn decide(&mut self, takes: bool) {
        self.offer = None;
        match &self.changed {
            Some(loaded) if takes => self.table.reload(loaded, true),
            _ => self.changed = None,
        }
    }

    /// Repeats the game here with the packs that the table has taken over.
    fn take_over(&mut self, table: &mut TableGame) -> bool {
        let Some(loaded) = self.changed.take() else { return false };
        let (branch, answers) = self.live;
        self.is_answering = false;
        // Changes that wait belong to the game before.
        let is_current = (self.is_here(table) || table.jump_to(branch, answers)) && self.repeat_waiting(table);
        let is_repeated = is_current && table.repeat_with(&loaded);
        self.live = (table.history().current(), table.history().now());
        is_repeated
    }

    /// Repeats a change of the hosted game. Returns false if it is not possible here.
    fn repeat(&mut self, table: &mut TableGame, news: &FollowerNews) -> bool {
        let before = self.live.1;
        match news {
            FollowerNews::Answered { seat, key } => {
                self.is_answering = false;
                let decision = table.session().decision().filter(|decision| decision.seat == *seat);
                let Some(pick) = decision.and_then(|decision| decision.options.find(table.game(), key)) else {
                    return false;
                };
                table.answer(pick);
                self.live = (table.history().current(), table.history().now());
                self.live.1 == before + 1
            }
            FollowerNews::TakenBack { answers } => {
                self.live.1 = *answers;
                table.jump_to(self.live.0, *answers)
            }
            _ => true,
        }
    }

    /// Sends an answer for the seat that is asked. Returns false if the user looks at an earlier position.
    pub fn answer(&mut self, table: &TableGame, pick: Pick) -> bool {
        let Some(decision) = table.session().decision().filter(|_| self.is_here(table)) else { return false };
        if !std::mem::replace(&mut self.is_answering, true) {
            let key = decision.options.key(table.game(), pick);
            let answers = table.session().chosen_count();
            self.table.send(FollowerMessage::Answer { seat: decision.seat, answers, key });
        }
        true
    }

    /// Takes the last answer of a seat here back, or asks the guests.
    pub fn take_back(&self, table: &TableGame, seat: Seat) {
        self.table.send(FollowerMessage::Undo { seat, answers: table.session().chosen_count() });
    }

    /// Agrees that a guest takes an answer back, or refuses.
    pub fn agree(&mut self, seat: Seat, yes: bool) {
        self.wish = None;
        self.table.send(FollowerMessage::Agree { seat, yes });
    }

    /// Reports to all guests that the user sees the hidden cards of a seat; `None`: no longer.
    pub fn look_as(&self, seat: Option<Seat>) {
        self.table.send(FollowerMessage::LookAs(seat));
    }

    /// Closes the table; the game continues here with the choosers before the invitation.
    pub fn close(self, table: &mut TableGame) {
        table.end_hosting(self.before.clone());
    }
}

impl Drop for Invitation {
    fn drop(&mut self) {
        self.table.send(FollowerMessage::Close);
        let host = self.host.take();
        // The window does not wait until the guests got the message.
        std::thread::spawn(move || {
            std::thread::sleep(FAREWELL);
            drop(host);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_for_this_machine_unless_one_is_given() {
        let plan = |listen: &str, public: &str| InvitationPlan {
            seats: vec![SeatChooser::Person, SeatChooser::Guest],
            listen: listen.to_owned(),
            public: public.to_owned(),
            ..InvitationPlan::default()
        };
        let check = |listen: &str, public: &str| plan(listen, public).check().map(|address| address.to_string());
        assert_eq!(check("", ""), Ok("127.0.0.1:0".to_owned()));
        assert_eq!(check(" 192.168.1.5 ", ""), Ok("192.168.1.5:7412".to_owned()));
        assert_eq!(check("192.168.1.5:80", "https://play.example"), Ok("192.168.1.5:80".to_owned()));
        assert_eq!(check("", "https://play.example"), Ok("127.0.0.1:7412".to_owned()));
        assert_eq!(check("home", ""), Err(PlanError::Listen));
        assert_eq!(check("", "play.example"), Err(PlanError::Public));
        assert!(plan("192.168.1.5", "").is_open() && !plan("", "").is_open());
        assert!(!plan("192.168.1.5", "https://play.example").is_open());
        let alone = InvitationPlan { seats: vec![SeatChooser::Person], ..InvitationPlan::default() };
        assert_eq!(alone.check(), Err(PlanError::NoGuest));
    }
}
