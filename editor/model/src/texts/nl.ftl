# De woorden van de editor in het Nederlands.
language-name = Nederlands

menu-pack = Pakket
menu-edit = Bewerken
menu-view = Beeld
menu-game = Spel
menu-help = Help

command-new = Nieuw pakket…
command-open = Map openen…
command-save = Opslaan
home = Start
command-close = Pakket sluiten
command-quit = Afsluiten
command-undo = Ongedaan maken
command-redo = Opnieuw doen
command-find = Zoeken in bestand
command-find-everywhere = Zoeken in alle bestanden
command-next-problem = Volgend probleem
command-previous-problem = Vorig probleem
command-reset-layout = Vensterdelen als eerst
command-play-layout = Spelen of maken
command-drawer = Details van het spel
command-next-part = Volgend deel van het venster
command-previous-part = Vorig deel van het venster
room-author = Maken
room-play = Spelen
room-drawer = Details
command-theme = Licht of donker
command-look = Volgende weergave
menu-look = Weergave
look-plain = Tekeningen uit gegevens
look-shown = Weergave: { $name }
art-step-picture = Afbeelding van { $name }
art-step-pictures = { $n ->
    [one] Eén afbeelding
   *[other] { $n } afbeeldingen
}
art-not-taken = { $name } is niet toegevoegd: { $why }
art-no-tile = Geen tegel heet zoals { $name }. Laat de afbeelding op een tegel vallen, of noem het bestand naar de tegel.
art-advice-smaller = Bewaar ze met hoogstens 4096 pixels per zijde en 8 MiB.
art-advice-format = Bewaar ze als PNG, JPEG, WebP of SVG, in RGB.
art-advice-again = Bewaar ze opnieuw in het programma waarmee ze is gemaakt.
art-advice-copy = Kopieer ze naar een map die je kunt lezen.
art-advice-full = Verwijder afbeeldingen die geen weergave toont.
command-cut-sheet = Vel met tegels verdelen…
sheet-file = Bestand van het vel
sheet-title = { $name } in tegels verdelen
sheet-columns = Kolommen
sheet-rows = Rijen
sheet-margin = Marge
sheet-gap = Tussenruimte
sheet-cells = Elk vak is { $width } × { $height } pixels. Sleep een vak naar de tegel die het toont.
sheet-comparing = De afbeeldingen worden met de randen van de tegels vergeleken…
sheet-misfit-width = { $cells ->
    [one] Eén kolom verdeelt
   *[other] { $cells } kolommen verdelen
} een breedte van { $pixels } pixels niet: er { $n ->
    [one] blijft één pixel
   *[other] blijven { $n } pixels
} over. Verander de kolommen, de marge of de tussenruimte.
sheet-misfit-height = { $cells ->
    [one] Eén rij verdeelt
   *[other] { $cells } rijen verdelen
} een hoogte van { $pixels } pixels niet: er { $n ->
    [one] blijft één pixel
   *[other] blijven { $n } pixels
} over. Verander de rijen, de marge of de tussenruimte.
sheet-no-width = Een breedte van { $pixels } pixels is te klein voor deze marge en tussenruimte.
sheet-no-height = Een hoogte van { $pixels } pixels is te klein voor deze marge en tussenruimte.
sheet-cell = Kolom { $column }, rij { $row }: { $name }
sheet-place = ({ $column }, { $row })
sheet-card = Tegel { $name }, kolom { $column }, rij { $row }
sheet-card-free = Tegel { $name }, zonder vak
sheet-no-tile = geen tegel
sheet-tile-of = Tegel van kolom { $column }, rij { $row }
sheet-show = { $n ->
    [one] Eén afbeelding tonen
   *[other] { $n } afbeeldingen tonen
}
sheet-whole = In zijn geheel op { $name } tonen
sheet-done = { $n ->
    [one] Eén tegel toont een vak van het vel.
   *[other] { $n } tegels tonen hun vakken van het vel.
}
tiles-sheet = Vel…
tiles-sheet-long = Verdeelt een afbeelding met een raster van tegels.
art-advice-pixels = Bewaar ze als PNG, of bewaar elke tegel als SVG-bestand.
command-motion = Minder beweging
motion-full = Alles beweegt weer.
motion-reduced = Alles staat nu stil.
command-zoom-in = Groter
command-zoom-out = Kleiner
command-zoom-reset = Gewone grootte
command-language = Volgende taal
how-to-play = Spelregels
how-turn = Een beurt
how-figures = Stukken van de spelers
how-tiles = Tegels met een werking
how-examples = Voorbeelden
how-example = Bord van het voorbeeld: { $name }
how-playing = De voorbeelden worden gespeeld.
command-settings = Instellingen…
settings-title = Instellingen
settings-language = Taal
settings-theme = Thema
settings-theme-system = Zoals het systeem
settings-theme-light = Licht
settings-theme-dark = Donker
settings-size = Tekstgrootte
settings-speed = Zetten van bots
settings-motion = Animaties
command-palette = Alle opdrachten…
command-shortcuts = Toetsen…

pane-tiles = Tegels
pane-distribution = Verdeling
pane-data = Gegevens
pane-flow = Beurt
pane-code = Bestanden
pane-pictures = Plaatjes
pane-problems = Problemen
pane-tests = Tests
pane-table = Tafel
pane-timeline = Tijdlijn
pane-scores = Punten
pane-inspector = Inspectie
pane-holes = Open plekken
pane-report = Export
pane-balance = Balans
pane-trace = Regel voor regel

open = Openen
close = Sluiten
cancel = Annuleren
browse = Bladeren…

step-typing = typen
step-disk = wijzigingen van schijf
step-recover = teruggehaalde teksten

status-saved = Alles opgeslagen
status-changed = { $n ->
    [one] 1 bestand niet opgeslagen
   *[other] { $n } bestanden niet opgeslagen
}
status-tile = Tegel { $name }
status-zoom = { $n } %

problems-error = fout
problems-warning = waarschuwing
problems-errors = { $n ->
    [one] 1 fout
   *[other] { $n } fouten
}
problems-warnings = { $n ->
    [one] 1 waarschuwing
   *[other] { $n } waarschuwingen
}
problems-errors-only = Alleen fouten
problems-filter = Problemen filteren
tests-run-all = Alle uitvoeren
tests-run-failed = De mislukte uitvoeren
tests-run-one = { $name } uitvoeren
tests-stop = Stoppen
tests-show = Op tafel tonen
tests-show-one = { $name } op tafel tonen
tests-no-game = Deze test komt niet tot een spel dat getoond kan worden.
tests-none = Het pakket heeft nog geen tests. Een spel aan de tafel kan er een worden: Als test bewaren.
tests-not-run = De tests zijn nog niet uitgevoerd.
tests-old = Sindsdien is er iets veranderd.
tests-running = Bezig: { $n } klaar
tests-counts = { $passed } geslaagd, { $failed } mislukt
tests-failed-only = Alleen mislukte
tests-filter = Tests filteren
tests-passed = geslaagd
tests-failed = mislukt
tests-empty = Hij verwacht niets: hij slaagt wat de regels ook doen.
tests-noted = De regels noteerden: { $name }
tests-expected = Verwacht: { $expected }
tests-actual = Het was: { $actual }
tests-take = De nieuwe uitslag als juist nemen
tests-take-about = Schrijft wat eruit kwam in de test, in plaats van wat verwacht was.
step-take-result = Nieuwe uitslag van { $name }
tests-milliseconds = { $n } ms

# Een verslag over vele spellen van bots. Wat de zinnen ervan zijn staat bij het verslag.
balance-run = Spelen en verslag doen
balance-games = Aantal spellen
balance-about = Bots spelen vele spellen met de pakketten en opties die aan de tafel zijn ingesteld, en wat die laten zien staat hier in zinnen. Het geldt voor spelers zoals deze bots.
balance-not-yet = Het pakket kan nog niet gespeeld worden.
balance-beginning = Begint…
balance-progress = { $done } van { $of } spellen, nog { $left }
balance-played = { $games } spellen met { $seats } spelers door { $bots }, begingetal { $seed }. Tussen haakjes, en als een lijn over elke balk, staat tussen welke twee getallen de waarheid ligt, in 95 van de 100 zulke verslagen.
balance-stopped = Een script heeft { $count } spellen gestopt; het eerste was spel { $game }: { $why }
balance-shown = Spel { $name } ligt op tafel, aan het begin. Shift+F7 geeft het volgende antwoord, F7 neemt het terug; de tijdlijn leidt naar elk ervan.
balance-fetching = Spel { $name } wordt opnieuw gespeeld…
balance-point = { "," }
balance-group = { "." }
balance-to = tot
balance-unsure = te weinig om te zeggen hoe zeker
balance-compare = Vergelijken
balance-compare-with = Versie om mee te vergelijken
balance-with-value = met een andere waarde
balance-with-opened = met het pakket zoals het werd geopend
balance-with-report = met de versie van verslag { $name }
balance-value = Waarde voor de vergelijking
balance-also = ook door
balance-also-list = Bots die verdere spellen spelen
balance-also-none = geen andere bot
balance-version-present = de huidige versie
balance-version-opened = het pakket zoals het werd geopend
balance-version-report = de versie van verslag { $name }
balance-report-name = Verslag { $name }
balance-comparison-name = Vergelijking { $name }
balance-remove = Dit resultaat verwijderen
balance-result = Resultaat
balance-by = Spellen van { $name }
balance-difference = Verschil
balance-verdict = Oordeel
balance-watch-version = { $name } op tafel zetten
balance-version-stopped = Een script heeft een spel van versie { $version } gestopt: { $why }

problem-in-game = In het lopende spel: { $name }
problems-none = Niets op aan te merken.
problems-waiting = Aan het kijken…
filter-nothing = Niets past bij het filter.

navigator = Bestanden van het pakket
navigator-filter = Bestanden filteren

code-field = Tekst van { $name }
code-close-file = { $name } sluiten
code-find = Zoeken
code-find-everywhere = Zoeken in alle bestanden
code-found-most = De eerste { $n } staan in de lijst.
code-find-next = Volgende
code-found = { $n ->
    [one] 1 plaats
   *[other] { $n } plaatsen
}

welcome-title = Tilewright
welcome-about = Maak legspellen: teken tegels, kies regels, probeer ze meteen.
welcome-play = Spelen
welcome-play-now = Nu spelen
welcome-play-about = Meteen een spel { $name } tegen een bot.
welcome-learn = Leren in negen stappen
welcome-new-about = Een eigen spel, of een uitbreiding van een spel dat er al is.
welcome-go-on = Verder spelen
welcome-over = Gespeelde spellen
welcome-all-games = Alle spellen ({ $n })
welcome-own = Mijn pakketten
welcome-all = Alle { $n } tonen
welcome-others = Van anderen
welcome-games = Meegeleverde spellen
welcome-games-about = Ze openen als een eigen kopie, om te bekijken en te veranderen.
welcome-open = Openen
welcome-play-this = { $name } spelen
welcome-open-this = { $name } openen
welcome-forget = Van deze lijst halen
welcome-gone = De map is er niet meer.
welcome-wrong = Nog niet te spelen: { $name }
welcome-changed = { $n ->
    [0] Vandaag veranderd
    [1] Gisteren veranderd
   *[other] { $n } dagen geleden veranderd
}

open-about = In de map van een pakket staat een bestand pack.ron.
open-folder = Map
open-no-pack = In deze map staat geen pack.ron.

new-about = Een pakket is een map met tekstbestanden. Het begint met een paar tegels en één regel, en is meteen speelbaar.
new-name = Naam
new-folder = In map
new-base = Breidt uit
new-title = Titel
new-id = Id
new-id-about = Andere pakketten noemen het bij deze naam, en de map heet zo. De titel bepaalt hem tot je zelf iets typt.
new-begins = Begint als
new-squares = een spel met vierkanten
new-hexes = een spel met zeshoeken
new-triangles = een spel met driehoeken
new-addition = een uitbreiding van
new-choose = Kies een pakket
new-needs-folder = Kies er een map voor.
new-needs-base = Kies het pakket dat het uitbreidt.
new-nothing = { $name } heeft niets waar de eerste regel van een uitbreiding over zou kunnen gaan: geen gebied van één vak dat aan het eind telt. Begin met een spel, of bewaar er een kopie van.
copy-no-id = De kopie kan alleen { $name } heten: pack.ron noemt zijn id niet waar die veranderd kan worden.
new-make = Maken
new-needs-name = Geef het een naam.
new-bad-name = Alleen kleine letters, cijfers en _, met een letter voorop: andere pakketten noemen het bij deze naam.
new-is-there = In deze map staat al iets met die naam.

unsaved-title = Niet alles is opgeslagen
unsaved-about = Wat je sinds het laatste opslaan hebt veranderd, zou weg zijn.
unsaved-discard = Sluiten zonder opslaan
copy-title = Een kopie bewaren
copy-about = De kopie bevat ook alles wat nog niet bewaard is.
copy-into = Hij komt in { $name }.
copy-keep = De kopie bewaren
copy-author = Maker
copy-changed = { $name }, gewijzigd
copy-hides = Een kopie met deze id zou het pakket verbergen. Kies een andere id.
own-title = Eigen maken
own-about = Wijzigingen komen in een kopie met een eigen naam. Die begint bij versie 0.1.0 en vermeldt van welk pakket ze komt.
hides-included = Dit pakket verbergt { $name }, dat bij het programma hoort: andere pakketten gebruiken het jouwe.
hides-installed = Dit pakket verbergt { $name }, dat geïnstalleerd is: andere pakketten gebruiken het jouwe.
notice-replaced = De kopie met de oude naam staat in { $name }.
command-keep-copy = Een kopie bewaren in…
notice-copied = Er ligt een kopie in { $name }.

left-game-title = Een spel is niet afgemaakt
left-game-about = { $name }, { $n ->
    [one] { $n } antwoord
   *[other] { $n } antwoorden
}. Het kan verdergaan waar het gebleven was.
left-game-yes = Verder spelen
left-game-later = Nu niet
left-game-no = Weggooien
games-title = Mijn spellen
games-about = Spellen worden vanzelf bewaard, met al hun takken: ook als je een ander spel begint, het pakket sluit of het programma stopt. Spellen die niet uit zijn blijven tot je ze verwijdert; van de spellen die uit zijn worden de laatste { $n } bewaard.
games-all = Van alle pakketten
games-here = Van het open pakket
games-reading = Even kijken…
games-none = Er is nog geen spel gespeeld.
games-over = Uit
games-won = gewonnen door { $name }
games-shared = gedeeld door { $name }
games-unwon = door niemand gewonnen
games-look = Bekijken
games-look-at = { $name } bekijken
games-save = Opslaan als…
games-save-this = { $name } opslaan
games-go-on = Verder
games-go-on-with = Verder met { $name }
games-name = Naam wijzigen…
games-name-this = Naam van { $name } wijzigen
games-name-field = Naam van het spel
games-name-hint = bijvoorbeeld: zondagavond
games-remove = Verwijderen
games-remove-this = { $name } verwijderen
games-removed = { $name } is verwijderd.
games-take-back = Ongedaan maken
games-before = Het vorige spel is bewaard.
games-back = Ga ernaar terug
games-gone = Dit spel is er niet meer, of een ander venster speelt het.
games-trouble = Het kan nu niet gespeeld worden: { $name }
games-answers = { $n ->
    [one] 1 antwoord
   *[other] { $n } antwoorden
}
games-branches = { $n } takken
games-now = zojuist
games-minutes = { $n ->
    [one] een minuut geleden
   *[other] { $n } minuten geleden
}
games-hours = { $n ->
    [one] een uur geleden
   *[other] { $n } uur geleden
}
games-days = { $n ->
    [one] gisteren
   *[other] { $n } dagen geleden
}
recover-title = Er was iets niet opgeslagen
recover-about = Het programma stopte terwijl { $name } open was. In deze bestanden was iets veranderd:
recover-yes = Terughalen
recover-no = Weggooien

conflict-title = Hier en op de schijf veranderd
conflict-about = Een ander programma veranderde dezelfde regels van deze bestanden:
conflict-mine = Houden wat hier staat
conflict-theirs = Nemen wat op de schijf staat

palette-field = Wat wil je doen?

notices-new = Meldingen ({ $n })
notices-none = Er waren er geen.
notice-close = Deze melding sluiten
notice-saved = { $n ->
    [0] Er was niets op te slaan.
    [one] 1 bestand opgeslagen.
   *[other] { $n } bestanden opgeslagen.
}
notice-not-saved-begin = Niet opgeslagen:
notice-not-saved = { notice-not-saved-begin } { $name }. Alles staat hier nog.
notice-recovered = { $n ->
    [one] 1 bestand teruggehaald. Sla op om het te houden.
   *[other] { $n } bestanden teruggehaald. Sla op om ze te houden.
}
notice-no-journal = Wat je typt wordt niet meer bewaard voor als het programma stopt: { $name }. Sla vaak op.
notice-game-not-kept = Het spel op de tafel wordt niet meer bewaard voor als het programma stopt: { $name }. Sla het record op om het te houden.
notice-fault-reported = Tilewright zelf heeft een fout gemaakt. Wat nodig is om die te herstellen staat in { $name }: stuur dat bestand naar de makers.
notice-checker-failed = De controle liep vast op deze stand: { $name }. Je tekst is veilig; de volgende wijziging wordt weer gecontroleerd.
notice-no-watch = Wijzigingen door andere programma's worden niet opgemerkt: { $name }
notice-disk-removed = { $name } is door een ander programma verwijderd. Ongedaan maken haalt het terug.
notice-disk-taken = { $name } is door een ander programma veranderd en opnieuw gelezen.
notice-disk-merged = { $name } is hier en door een ander programma veranderd; beide staan er nu in.
notice-disk-gone = { $name }. Wat hier open is, is nog volledig; opslaan schrijft het opnieuw.

# De kleine tafel
play-no-game = Er is nog geen spel: open de tafel.
try-broken = Speelt niet zolang er fouten zijn:
try-waiting = Het pakket heeft nog geen tegels om mee te spelen.
try-new = Nieuw spel
try-again = Opnieuw beginnen
try-step = Stap
try-play = Doorspelen
try-pause = Pauze
try-back = Terugnemen
try-back-about = tot je laatste vraag (Backspace), of één antwoord met Shift.
try-fit = Alles tonen
try-errors = Het pakket heeft nu fouten; het spel gaat door met de regels van daarvoor.
ending-title = Het einde
ending-show = Eindstand
ending-again = Nog een keer
ending-picture = Een afbeelding van het bord bewaren
ending-look = Het bord bekijken
try-seat = { $own ->
    [yes] { $name }
   *[no] Speler { $n }
}
try-seat-points = { try-seat }: { $points }
seat-change = Naam en kleur wijzigen
seat-change-this = Naam en kleur van { try-seat }
try-how-to-place = Klik op een gemarkeerd vakje. Het wieltje of de rechterknop draait de tegel daar.
try-how-to-choose = Klik op een gemarkeerde plek op het bord.
try-person = jij
try-random = toeval
try-nothing = Niets
try-place = De tegel leggen op { $name }
try-tile = De tegel die gelegd wordt: { $name }
try-turn = Draaien
try-turn-keys = Of druk op R.
try-more = en nog { $n }

# Tests, kaarten en de rondleiding
command-guide = Je eerste pakket, stap voor stap
command-test = Tests uitvoeren
notice-tests = { $passed } van { $n } tests geslaagd.
try-test = Als test bewaren
try-test-about = Bewaart dit spel als test: het pakket moet weer op dezelfde stand uitkomen.
try-test-name = een spel dat eindigde met { $name }
try-test-saved = Het spel is nu een test: { $name }. Sla het pakket op om hem te houden.
try-greedy = gretig
try-mcts = vooruitziend
try-choose-at = Kies bij { $name }
try-who = { try-seat }: wie kiest
try-seats = Spelers
try-seed = Begingetal
try-seed-hidden = Een begingetal verraadt alles wat getrokken wordt. Met meerdere mensen wordt het door het toeval bepaald, tenzij je er een kiest.
try-hold = Bots pauzeren
try-go-on = Bots laten doorgaan
try-speed = Snelheid
try-speed-slow = één per seconde
try-speed-middle = vier per seconde
try-speed-fast = twintig per seconde
try-speed-most = meteen
try-hand-over = Geef het scherm aan { $own ->
    [yes] { $name }
   *[no] speler { $n }
}.
seat-retired = Doet niet meer mee
try-hand-over-why = Wat alleen die speler mag weten komt nu in beeld, en niets wat alleen anderen weten.
try-hand-over-done = Ik ben { $own ->
    [yes] { $name }
   *[no] speler { $n }
}
try-bot-chooses = { try-seat } kiest
try-chooses-secretly = { try-seat } kiest iets wat anderen niet mogen zien.
try-choose-slot = { $name } kiezen ({ $place } { $n })
try-in-secret = { $name } (in het geheim)
try-elsewhere = Een andere plek
try-as-list = Alle { $n } als lijst
try-close-list = De lijst sluiten
try-keys = Of druk op 1 tot 9. Op het bord brengen pijlen je naar wat je kunt kiezen, R draait, Enter kiest, Backspace neemt terug.
try-board = Het bord: { $tiles } tegels, { $places } plekken om uit te kiezen
try-cursor = Cursor op { $cell }: { $what }
try-cursor-empty = leeg
try-feature = { $n ->
    [one] { $name }, 1 tegel
   *[other] { $name }, { $n } tegels
}
try-beyond = Buiten beeld
try-table = Op tafel
try-points = Punten
try-face-down = Gedekt op { $cell }: { $tile }
try-hand = Hand
try-hidden = { $n } verborgen
try-set-aside = Terzijde gelegd
try-tracks = Sporen
try-empty-zones = Leeg
try-empty = leeg
try-back-shown = { $name } ligt bovenop
try-back-plain = geen { $name } bovenop
try-lap = { $n } (ronde { $lap }, veld { $space })
welcome-kinds = { $n ->
    [one] 1 soort tegel
   *[other] { $n } soorten tegels
}
guide-title = Je eerste pakket
guide-about = Een vijver, een brug en een regel die vijvers telt: negen kleine stappen.
guide-show = Laat zien: { $name }
guide-again = Laat zien hoe het ging
guide-part-terrain = Er is een nieuw terrein
guide-part-id = Het id is pond
guide-part-look = Het heeft een eigen vulling
guide-part-ports = Het laat pond zien
guide-part-area = Er is een tegel met een vijver
guide-part-own-id = Hij heeft een eigen id
guide-part-count = Het aantal is 8 of meer
guide-part-across = De vijver loopt van kant tot kant
guide-part-path = Een pad ook, op dezelfde tegel
guide-part-on = Hij gaat over vijvers
guide-part-points = Een tegel geeft punten: per_tile is 1 of meer
guide-terrain = Een nieuw terrein: vijver
guide-terrain-how = Druk bij Gegevens, in Terreinen, op Toevoegen en typ pond als id, dan Enter. Kies dan het uiterlijk eronder: een blauwe fill, en eventueel waves als pattern, zodat paden er met bruggen overheen gaan.
guide-name = Een naam voor mensen
guide-name-how = Schrijf bij Bestanden, in texts/en.ron, een regel zoals de andere: "terrain.pond": "Pond", met de komma. Deze naam lezen spelers.
guide-edge = Zijden die het tonen
guide-edge-how = Druk bij Gegevens, in Randen, op Toevoegen, typ pond als id, dan Enter, en kies pond met de + bij ports. Zijden passen als ze dezelfde rand tonen.
guide-shore = Een tegel met een vijver
guide-shore-how = Druk bij Tegels op Nieuw, kies Gebied en Terrein pond, en klik op een zijde van de tegel. Geef hem eronder een eigen id en het aantal 8: een vijver heeft twee oevers nodig.
guide-bridge = Een brug
guide-bridge-how = Druk weer op Nieuw. Sleep met Gebied en pond van de noordzijde naar de zuidzijde. Kies dan Pad en Terrein path, en sleep van west naar oost. Als gevraagd wordt wat daar gebeurt, kies: De een gaat over de ander heen.
guide-rule = Een regel die vijvers telt
guide-rule-how = Druk bij Gegevens, in Regels, op Toevoegen en kies areas. Kies pond bij on, en typ 2 bij per_tile.
guide-stand = Wandelaars mogen op vijvers staan
guide-stand-how = Kies bij Gegevens, in Figuren, pond met de + bij on. Wie op een voltooide vijver staat, krijgt de punten.
guide-score = Spelen tot een vijver punten gaf
guide-score-how = Klik bij Tafel op een plaats voor de tegel en kies waar je wandelaar gaat staan. Of druk op Doorspelen: dan speelt iedereen bij toeval.
guide-test = Het spel als test houden
guide-test-how = Druk op Als test bewaren (in een smalle tafel achter de drie puntjes) en sla het pakket op. Voer de tests uit als je een regel verandert: ze zeggen wat nu anders is.
guide-done = Klaar. Dit is een pakket van jezelf: verander de tegels, de regels, het uiterlijk.

# Plaatjes
pictures-all = Alle tegels
pictures-sizes = In alle maten
pictures-tile = De gekozen tegel
pictures-board = Het bord op de tafel
pictures-sheets = Bladen om af te drukken
pictures-waiting = Het pakket heeft nog geen tegels om te tekenen.
pictures-no-board = Er is geen spel op de tafel.
pictures-width = Breedte van een tegel
pictures-frames = Een lijn om elke tegel
pictures-cell = Tegel
pictures-bleed = Afloop
pictures-margin = Marge
pictures-no-backs = Alleen voorkanten
pictures-long = Achterkanten, lange zijde
pictures-short = Achterkanten, korte zijde
pictures-only-own = Alleen de tegels van dit pakket
pictures-page = Blad { $n } van { $of }, { $tiles } tegels
pictures-page-back = Vorig blad
pictures-page-next = Volgend blad
save-file-title = Bestand opslaan als…
pictures-file = Bestand
pictures-save = Opslaan als { $name }
pictures-preview = Voorbeeld

# code
command-replace = Zoeken en vervangen in bestand
command-complete = Aanvullen
command-describe = Dit woord uitleggen
command-definition = Naar de declaratie
command-references = Alle plaatsen waar het gebruikt wordt
command-back = Terug
command-mend = Snelle oplossing…
command-comment = Commentaar aan of uit
command-duplicate = Regel verdubbelen
code-find-previous = Vorige
code-find-exact = Hoofdletters tellen
code-replaces = Vervangen
code-replace-with = Vervangen door
code-replace = Deze vervangen
code-replace-all = { $n ->
    [one] 1 plaats vervangen
   *[other] { $n } plaatsen vervangen
}
code-read-only = Hoort bij een ander pakket: om te lezen, niet om te veranderen.
code-keys-name = Toetsen in de tekst
code-values = Waarden van deze regel
code-values-about = Toont het formulier met wat het pakket deze regel geeft, zoals terreinen en punten
code-keys =
    Tab springt in, Shift+Tab haalt dat terug.
    Escape laat het toetsenbord los; Tab gaat dan naar de volgende knop.
    Ctrl+Spatie toont wat hier kan staan; de pijltjes kiezen, Enter of Tab neemt over, Escape sluit de lijst.
    Ctrl+klik of F12 gaat naar waar een woord vastgelegd is, Alt+Links gaat terug.
    Ctrl+. toont hoe je herstelt wat bij de cursor fout is.
code-offers = Aanvullingen
code-fixes = Snelle oplossingen
code-no-offers = Er is niets bekend dat hier kan staan.
code-nothing-here = Hier staat geen naam die ergens heen leidt.
code-not-declared = { $name } is nergens vastgelegd.
code-reference = Meer in het naslagwerk
code-explain = Wat betekent { $name }?
code-found-close = Lijst sluiten
fix-none = Hier kan niets vanzelf hersteld worden.
fix-gone = De tekst is intussen veranderd; kijk er nog eens naar.
command-export-game = Exporteren voor virtuele tafels en druk…
target-title = Exporteren voor virtuele tafels en druk
target-tts = Tabletop Simulator
target-tabletop-playground = Tabletop Playground
target-screentop = Screentop
target-tabletopia = Tabletopia
target-game-crafter = The Game Crafter
target-png = Losse afbeeldingen
target-csv = Rekenbladen
target-seats = Spelers
target-folder = Map
target-export = Exporteren
target-running = De bestanden worden getekend…
target-written = { $tiles ->
    [one] Eén tegel
   *[other] { $tiles } tegels
} geëxporteerd in { $n ->
    [one] één bestand
   *[other] { $n } bestanden
}:
target-copy-path = Pad kopiëren
target-next = Volg nu de stappen in { $name }
explain-example = Een voorbeeld van de fout:
step-replace = vervangen
step-comment = commentaar
step-duplicate = regels verdubbelen
step-indent = inspringen
step-complete = aanvullen

# things
section-pack = Over het pakket
section-options = Opties
section-terrains = Terreinen
section-edges = Randen
section-tags = Kenmerken
section-figures = Figuren
section-bags = Zakken
section-zones = Zones
section-planes = Vlakken
section-counters = Tellers
section-dice = Dobbelstenen
section-tokens = Fiches
section-books = Puntenposten
section-results = Uitslagen
section-chips = Schijven
section-added_parts = Toegevoegde delen
section-rules = Regels
section-board = Bord
section-texts = Teksten
data-section = Onderdeel
data-filter = Filter
data-add = Toevoegen
data-duplicate = Verdubbelen
data-up = Omhoog
data-down = Omlaag
data-remove = Verwijderen
data-in-file = In het bestand
data-open-rule = De regel openen
data-nothing = Hier is nog niets. Met Toevoegen maak je het eerste.
data-unreadable = Dit bestand is zo niet te lezen. Zet het eerst recht bij de bestanden.
data-from = uit { $name }
data-change-here = Hier veranderen
data-seat-colours = In de kleuren van de spelers:
data-used = { $n ->
    [0] Nergens gebruikt in dit pakket.
    [one] Op 1 plaats gebruikt in dit pakket.
   *[other] Op { $n } plaatsen gebruikt in dit pakket.
}
rename-done = { $n ->
    [one] Op 1 plaats veranderd.
   *[other] Op { $n } plaatsen veranderd.
}
step-form = { $name }: { $field }
step-added = { $name } toevoegen
step-removed = { $name } verwijderen
step-moved = { $name } verplaatsen
step-duplicated = { $name } verdubbelen
step-renamed = { $old } hernoemen tot { $new }
step-text = tekst { $key } ({ $language })
texts-filter = Teksten filteren
texts-missing-only = Alleen waar een tekst ontbreekt ({ $n })
texts-missing = ontbreekt
texts-optional = mag ontbreken
texts-key = Sleutel
texts-language = Nieuwe taal
texts-language-hint = fr
texts-add-language = Taal toevoegen
texts-new-key = Nieuwe sleutel
texts-key-hint = pack.story
texts-add-key = Sleutel toevoegen
form-more = Meer over { $name }
form-as-text = Als tekst schrijven
form-as-field = Als veld tonen
form-depends = Van een optie laten afhangen
form-take-away = Weghalen
form-conditional = Hangt van opties af. Als tekst geschreven.
form-changes = Voegt toe aan wat er is, of haalt ervan af. Als tekst geschreven.
form-no-number = Dat is geen geheel getal.
form-none = (niet gegeven)
form-new-hint = nieuw…
form-colour = { $name } kiezen
form-earlier = { $name } naar voren
form-later = { $name } naar achteren
form-twice = { $name } verdubbelen
form-remove = { $name } verwijderen
form-add-to = Toevoegen aan { $name }
form-way = Hoe { $name } geschreven is
form-either-names = namen
form-either-numbers = met getallen
form-either-one = een enkele
form-either-same = voor allen gelijk
form-either-seats = per aantal spelers
form-either-faces = deze zijden
form-either-by-seat = één voor elke speler
form-either-picture = een plaatje bij naam
form-either-layers = getekend
form-either-word = in een woord
form-least = minstens
form-most = hoogstens
form-choices = keuzes
form-merge = als gebieden samenkomen
form-from = van
form-to = tot
form-width = breedte
form-height = hoogte
form-more-x = meer in de breedte
form-more-y = meer in de hoogte

# turn
flow-own = Stappen van dit pakket
flow-played = Zoals er gespeeld wordt
flow-played-about = Alle pakketten samen, met de opties zoals ze eerst zijn. Enter of een dubbele klik gaat naar de regel achter een stap.
flow-not-yet = Dit verschijnt zodra het pakket geen fouten heeft.
flow-nothing = Dit pakket zegt nog niets over de beurt.
flow-choose = Kies een stap. Enter gaat naar de regel erachter. Sleep hem naar een andere plaats in zijn lijst, of verplaats hem met Alt en een pijl.
flow-add-to = Een stap toevoegen aan { $name }
flow-new-list = Verdere lijsten:
flow-part = naam van een deel
flow-add-part = Deel toevoegen
flow-changes = Wijzigingen van stappen van andere pakketten
flow-remove-about = Ongedaan maken brengt hem terug, met opmerkingen.
flow-verb = Wat er gebeurt
flow-sometimes = Onder een voorwaarde
flow-always = Altijd
flow-with = Alleen met { $name }
flow-without = Alleen zonder { $name }
flow-on-off = Wanneer hij gedaan wordt
flow-from-here = uit dit pakket
flow-elsewhere = Dit staat buiten het open pakket: { $name }
flow-setup = Eenmaal, voor de eerste beurt.
flow-turn = Door elke speler om de beurt.
flow-closing = Aan het eind van elke beurt, na alles wat zij bracht.
flow-finish = Eenmaal, na de laatste beurt.
flow-parts = Als een regel het brengt.

# distribution
dist-counts = Aantallen
dist-edges = Randen
dist-arrangements = Schikkingen
dist-holes = Gaten
dist-bag = Zak
dist-all-bags = Alle zakken
dist-filter = Tegels filteren
dist-total = { $n ->
    [one] 1 tegel
   *[other] { $n } tegels
}
dist-not-yet = Dit verschijnt zodra het pakket geen fouten heeft.
dist-old = Het pakket heeft fouten. Dit is zoals het ervoor was.
dist-tile = Tegel
dist-count = Aantal
dist-around = Randen, met de klok mee
dist-count-of = Aantal van { $name }
dist-fewer = Minder { $name }
dist-more = Meer { $name }
dist-by-side = Randen per zijde, zoals de tegels getekend zijn
dist-edge = Rand
dist-all = Alle
dist-chart-edges = Zijden met elke rand
dist-chart-terrains = Tegels met elk terrein
dist-arrangements-about = Tegels van één vak naar de randen eromheen, hoe ook gedraaid. “Bij loting” is hoeveel er zouden zijn als dezelfde randen bij toeval over de tegels verdeeld waren.
dist-too-many = Er zijn te veel schikkingen om na te gaan.
dist-missing = { $n ->
    [0] Er ontbreekt geen schikking
    [one] 1 schikking ontbreekt
   *[other] { $n } schikkingen ontbreken; de waarschijnlijkste eerst
}
dist-over = { $n ->
    [0] Geen is er veel vaker dan bij loting
    [one] 1 is er veel vaker dan bij loting
   *[other] { $n } zijn er veel vaker dan bij loting
}
dist-there = Aanwezig
dist-by-lot = Bij loting
dist-make = Maken
dist-make-one = { $name } maken
dist-holes-about = Kies de randen om een leeg vak. Wat vrij is, heeft geen tegel naast zich.
dist-coming = Tegels die nog komen
dist-of = van { $n }
dist-fitting = Tegels die passen
dist-n-of = { $n } van { $all }
dist-next = De volgende tegel past
dist-any = { $n ->
    [one] Hij past met 1 tegel die komt
   *[other] Een van { $n } tegels die komen past
}
dist-free = vrij
dist-side = Rand bij { $name }
dist-make-fit = De passende tegel maken
dist-make-about = Voegt een soort tegel toe met deze randen, en gewone grond waar het vrij is.
dist-made = Tegel { $name } is er nu.
dist-no-edges = Er zijn geen randen om een tegel van te maken.

# The tiles and their painter
tiles-filter = Filter: id, terrein, label, rand
tiles-small = Kleine plaatjes
tiles-middling = Middelgrote plaatjes
tiles-large = Grote plaatjes
tiles-kinds = { $n ->
    [one] 1 soort tegel
   *[other] { $n } soorten tegels
}
tiles-chosen = { $n } gekozen
tiles-card = Tegel { $name }, { $n } stuks
tiles-card-wrong = { $name }, met een fout
tiles-unfinished = Nog niet af: teken wat de zijden van deze tegel tonen.
tiles-card-unfinished = { $name }, nog niet af
tiles-none = Er is geen tegel die zo is.
tiles-none-yet = Er zijn nog geen tegels. Maak de eerste met “Nieuw”.
tiles-new = Nieuw
tiles-new-id = Nieuw
tiles-copy = Kopie
tiles-copy-long = Maak een kopie van elke gekozen tegel
tiles-remove = Weg
tiles-remove-long = Haal de gekozen tegels weg
tiles-earlier = Zet de tegel een plaats naar voren
tiles-later = Zet de tegel een plaats naar achteren
tiles-fewer = Eén minder van elke gekozen tegel
tiles-more = Eén meer van elke gekozen tegel
tiles-several = { $n } tegels zijn gekozen
tiles-several-about = Wat je hier verandert, verandert bij allemaal, in één stap. Kies er meer met Ctrl of Shift en een klik, alle met Ctrl+A.
tiles-several-count = Aantal van elk
tiles-several-fewer = Eén minder van elk
tiles-several-more = Eén meer van elk
tiles-several-differ = Ze verschillen: van { $least } tot { $most }
tiles-several-computed = { $n ->
    [one] Het aantal van één ervan is geen gewoon getal en blijft zoals het is.
   *[other] De aantallen van { $n } ervan zijn geen gewone getallen en blijven zoals ze zijn.
}
tiles-several-no-tags = geen
tiles-several-some = op { $n } van { $all }
tiles-several-to-all = Aan alle
tiles-several-give = Geef alle het label { $name }
tiles-several-take = Haal het label { $name } bij alle weg
tiles-several-add-tag = Geef alle een label
tiles-several-tags-stay = { $n ->
    [one] De labels van één ervan hangen af van opties of van een ander pakket en blijven zoals ze zijn.
   *[other] De labels van { $n } ervan hangen af van opties of van een ander pakket en blijven zoals ze zijn.
}
tiles-several-copy = Maak van elk een kopie ({ $n })
tiles-several-remove = Haal alle { $n } weg
tiles-several-only = Kies alleen { $name }
tiles-by-sides = Zoeken op zijden
tiles-by-sides-about = Zoeken op zijden: schilder op een omtrek wat een tegel moet tonen, hoe hij ook gedraaid is
tiles-by-sides-paint = Kies wat je zoekt en klik op zijden. Een zijde met “?” mag alles tonen.
tiles-by-sides-any = wat dan ook
tiles-by-sides-clear = Wis wat gezocht wordt
tiles-by-side = Gezochte zijde { $name }: { $shows }
tiles-by-edge = Zoek de rand { $name }
tiles-by-terrain = Zoek elke rand met { $name }
tiles-base = { $name }: { $n ->
    [one] 1 tegel om te kopiëren
   *[other] { $n } tegels om te kopiëren
}
tiles-base-about = Dubbelklik op een tegel om die naar dit pakket te kopiëren.
tiles-base-card = Tegel { $name } van { $pack }
tiles-base-read-only = Deze tegel hoort bij { $name } en kan hier niet veranderd worden. Een kopie ervan is een eigen tegel.
tiles-base-copy = Kopieer naar dit pakket
tiles-base-change = In dit pakket veranderen
tiles-base-change-about = Verandert de tegel zelf, voor spellen met dit pakket: alleen wat je schildert is anders.
tiles-variants = Varianten
tiles-variants-about = Opties kiezen hieruit. Wat je schildert hoort bij de variant die hier gekozen is.
tiles-variant = Variant { $name }
tiles-variant-always = altijd
tiles-variants-share = Alle varianten van de tegel hebben dezelfde zijden; voor één ervan kunnen die niet anders zijn. Kies een pad of een gebied dat de zijden al tonen.
tiles-paints-override = Deze tegel verandert een tegel van een ander pakket. Alleen wat anders is wordt opgeschreven.
tiles-step-override = Verandering van { $name }
tiles-file-has-mistakes = Eerst moet het bestand van de tegels kloppen: { $name }
tiles-canvas = Plaatje van de tegel { $name }
tiles-text = Tekst van de tegel { $name }
tiles-open-file = Openen in { $name }
tiles-cannot-read = De tegel is in het bestand niet te vinden zoals het nu getypt is. De tekst is er nog.
tiles-tool-look = Bekijken
tiles-tool-path = Pad
tiles-tool-area = Gebied
tiles-tool-cut = Snijden
tiles-tool-join = Voegen
tiles-tool-site = Plek
tiles-tool-erase = Wissen
tiles-tool-edge = Rand
tiles-tool-cells = Cellen
tiles-hint-look = Wijs een deel aan om te zien wat het is en om de labels te veranderen.
tiles-hint-path = Sleep van poort naar poort, naar een deel, naar het midden voor een kruising, of naar open grond om daar te eindigen. Of kies er twee na elkaar.
tiles-hint-area = Klik op een zijde, of sleep over meer zijden. Met toetsen: spatie verzamelt zijden, Enter vult ze.
tiles-hint-cut = Kies de zijden van een gebied die een eigen gebied worden. Spatie verzamelt, Enter snijdt.
tiles-hint-join = Sleep van een deel naar een ander van hetzelfde terrein: ze worden één.
tiles-hint-site = Klik in de tegel om daar een plek te zetten die geen zijde raakt.
tiles-hint-erase = Klik op een deel om het weg te halen, of op een poort om de zijde leeg te maken.
tiles-hint-edge = Klik op een zijde om te kiezen wat die toont.
tiles-hint-cells = Klik op een gestippelde plaats voor een cel erbij, op het midden van een cel om die weg te halen.
tiles-with = Schilder met
tiles-terrain = Terrein { $name }
tiles-turn-long = Draai de tegel met de klok mee
tiles-mirror-long = Spiegel de tegel
tiles-clear-long = Maak de tegel leeg
tiles-show = Toon
tiles-show-ports = Poorten
tiles-show-segments = Segmenten
tiles-show-fields = Grond
tiles-show-picture = Eigen afbeelding
tiles-show-touching = Wat elkaar raakt
tiles-id = Id
tiles-count = Aantal
tiles-count-computed = Aantal: { $name } (te veranderen in de tekst)
tiles-count-less = Eén minder van deze tegel
tiles-count-more = Eén meer van deze tegel
tiles-tags = Labels
tiles-part-tags = Labels van dit deel ({ $name })
tiles-tag-add = Label erbij
tiles-tag-add-short = Erbij…
tiles-tag-less = Eén minder van het label { $name }
tiles-tag-more = Eén meer van het label { $name }
tiles-north = noord
tiles-north-east = noordoost
tiles-east = oost
tiles-south-east = zuidoost
tiles-south = zuid
tiles-south-west = zuidwest
tiles-west = west
tiles-north-west = noordwest
tiles-left = { $name } links
tiles-right = { $name } rechts
tiles-number = { $name } { $n }
tiles-of-cell = Cel { $n }: { $name }
tiles-port = Poort { $name }, { $terrain }
tiles-side = Zijde { $name }, { $edge }
tiles-segment = Segment { $n }, { $terrain }
tiles-here = Hier: { $name }
tiles-middle = Midden van de cel
tiles-place = Plaats voor een cel op { $name }
tiles-has-tags = labels: { $name }
tiles-touches = raakt { $name }
tiles-asks-meeting = Dit komt { $name } tegen. Wat gebeurt daar?
tiles-asks-side = Welk soort rand aan de zijde { $name }?
tiles-asks-place = In welk stuk grond ligt het?
tiles-asks-edge = Wat toont de zijde { $name }?
tiles-choice-crossing = Ze komen samen in een kruising en eindigen daar
tiles-choice-bridge = De een gaat over de ander heen
tiles-choice-joined = Ze worden één
tiles-choice-into = Het nieuwe pad eindigt daar
tiles-choice-only = Alleen dit eind
tiles-choice-all = Alle einden van het deel
tiles-choice-within = Tussen { $name }
tiles-choice-open = Laat het open
tiles-no-part = Zoiets is hier niet meer.
tiles-no-terrain = Er is geen terrein “{ $name }” in dit pakket.
tiles-no-edge-type = Er is geen soort rand “{ $name }”.
tiles-no-tag = Er is geen label “{ $name }”.
tiles-bad-name = “{ $name }” kan hier geen naam zijn: alleen letters, cijfers en _, en geen naam die er al is.
tiles-bad-count = { $name } is geen aantal: 0 tot 100000.
tiles-ground-alone = alleen grond
tiles-no-edge = Geen soort rand toont { $name } aan de zijde { $side }. Maak er eerst een bij Gegevens, Randen.
tiles-drag-no-end = Een pad begint bij een zijde, een plek of een pad van de tegel: druk daar en trek verder.
tiles-drag-no-part = Druk op een deel van de tegel en trek naar het deel waarmee het één moet worden.
tiles-drag-outside = Het pad eindigt buiten de tegel. Trek naar een zijde, of naar een plek erbinnen.
tiles-nothing-to-draw = Van hier naar daar valt niets te schilderen. Een pad begint of eindigt bij een poort.
tiles-wrong-terrain = { $name } kan zo niet geschilderd worden: grond volgt uit de andere delen.
tiles-different-terrains = Delen van verschillende terreinen kunnen niet één worden.
tiles-nothing-to-cut = Het deel heeft geen andere zijde om af te snijden.
tiles-too-many = Er is op een tegel geen ruimte voor meer delen of cellen.
tiles-bad-place = Daar is geen ruimte voor een cel.
tiles-last-cell = Een tegel heeft minstens één cel nodig.
tiles-ground-follows = De grond die met de hand geschreven was paste niet meer. Hij volgt weer uit de andere delen.
tiles-ground-written = De grond volgt hier niet uit de andere delen en is daarom uitgeschreven.
tiles-gone = Overgeschilderd: { $name }
tiles-ends = Deze paden eindigen nu op de tegel: { $name }
tiles-touches-less = Deze delen raken minder dan er stond: { $name }
tiles-uncovered = Geen soort rand toont alleen grond: de zijde { $name } blijft zoals die was.
tiles-why-override = Deze tegel verandert een tegel van een ander pakket en is zelf niet compleet; schilderen kan dus niet.
tiles-why-chip = Dit is een fiche: er zijn geen cellen om te schilderen.
tiles-why-alternatives = Opties kiezen hoe deze tegel eruitziet; schilderen kan dus niet. De manieren: { $name }
tiles-why-computed = Een waarde van deze tegel hangt van opties af; schilderen kan dus niet.
tiles-why-unreadable = Deze tegel kan niet geschilderd worden: { $name }.
tiles-text-works = De tekst kun je hieronder veranderen.
tiles-step-new = Nieuwe tegel { $name }
tiles-step-copy = Kopie { $name }
tiles-step-remove = { $name } weghalen
tiles-step-move = { $name } verplaatsen
tiles-step-count = Aantal van { $name }
tiles-step-id = Id van { $name }
tiles-step-tags = Labels van { $name }
tiles-step-path = Pad op { $name }
tiles-step-area = Gebied op { $name }
tiles-step-cut = Snede op { $name }
tiles-step-join = Voegen op { $name }
tiles-step-site = Plek op { $name }
tiles-step-erase = Wissen op { $name }
tiles-step-edge = Rand van { $name }
tiles-step-cells = Cellen van { $name }
tiles-step-turn = { $name } draaien
tiles-step-mirror = { $name } spiegelen
tiles-step-clear = { $name } leegmaken

# Waarom er punten waren
why-none = Er zijn nog geen punten gegeven.
why-count = { $n ->
    [one] Eén telling
   *[other] { $n } tellingen
}
why-only-points = Alleen waar iemand iets kreeg
why-all-seats = Alle plaatsen
why-award = Een regel gaf deze punten zonder rekening.
why-lit = { $n ->
    [one] Eén tegel is verlicht
   *[other] { $n } tegels zijn verlicht
}: { $place }
why-of-pack = Gaat naar de regel code. De spelregel is ingeschakeld door { $name }.

# De inspectie
inside-features = Gebieden
inside-graph = Graaf
inside-ports = Open zijden
inside-bags = Zakken
inside-numbers = Getallen
inside-agenda = Agenda
inside-events = Gebeurtenissen
inside-lines = Scriptregels
inside-lines-begin = Vanaf nu worden regels geteld: speel door om te zien welke lopen.
inside-lines-cannot = Een spelregel wacht op een antwoord: het tellen begint daarna.
inside-lines-are = { $n ->
    [one] Eén regel liep toen er het laatst iets liep
   *[other] { $n } regels liepen toen er het laatst iets liep
}
inside-filter-lines = Regels filteren
inside-overlay = Alles op het bord tonen
inside-open-only = Alleen open gebieden
inside-terrain = Terrein
inside-all-terrains = Alle terreinen
inside-beside = Ernaast:
inside-worth = Wat de regels zouden geven
inside-worth-now = nu
inside-worth-end = aan het einde
inside-worth-seen = Voor zover deze speler mag weten: wat die niet gezien heeft, is verzonnen.
inside-no-rule = Dan telt geen regel het.
inside-complete = voltooid
inside-open = { $n ->
    [one] één open zijde
   *[other] { $n } open zijden
}
inside-tiles = { $n ->
    [one] één tegel
   *[other] { $n } tegels
}
inside-segments = { $n ->
    [one] één segment
   *[other] { $n } segmenten
}
inside-tag = { $name }: { $sum } op { $tiles ->
    [one] één tegel
   *[other] { $tiles } tegels
}
inside-claim = { $seat } heeft aanspraak { $n }
inside-no-ground = Zonder ondergrond
inside-graph-is = { $nodes } gebieden; { $links } paren raken elkaar op een tegel. De nummers zijn die van de lijst.
inside-ports-are = { $n ->
    [one] Eén zijde heeft geen tegel tegenover zich. Geordend naar de cel ertegenover.
   *[other] { $n } zijden hebben geen tegel tegenover zich. Geordend naar de cel ertegenover.
}
inside-beyond = buiten het bord
inside-hand = Hand van { $name }
inside-aside = Terzijde gelegd
inside-unseen = Nog niet gezien: { $all }, waarvan { $n } in zakken
inside-unseen-unknown = Regels hebben tegels in zakken gelegd: wat daar over is, valt niet te weten.
inside-hidden = verborgen
play-secret = Meerdere mensen delen dit scherm, en dit verraadt wat maar één van hen mag weten: het is te zien als het spel afgelopen is.
play-nobody-looks = Dit ziet alleen een speler die het scherm heeft.
inside-supply = Voorraad
inside-booked = Punten naar herkomst
inside-counters = Tellers
inside-beside-board = naast het bord
inside-stage = { $stage }, beurt { $n }
inside-stage-setup = Opbouw
inside-stage-play = Spel
inside-stage-finish = Eindtelling
inside-stage-over = Voorbij
inside-waits = { $seat } kiest: { $name } ({ $n } mogelijkheden)
inside-waits-partly = { $seat } kiest: { $name } ({ $n } open mogelijkheden, en andere in het geheim)
inside-waits-hidden = { $seat } kiest in het geheim.
inside-agenda-empty = Er staat niets meer op de agenda.
inside-list-setup = Opbouw
inside-list-turn = Beurt
inside-list-finish = Eindtelling
inside-list-closing = Einde van een beurt
inside-list-own = Een lijst van een regel
inside-part = { $list }: { $seat }, bij stap { $step }
inside-effect = Effect: { $name }
inside-replacing = Een regel handelt in plaats van: { $name }
inside-event = Regels reageren op: { $name }
inside-handler = Een regel die kan vragen
inside-filter-events = Gebeurtenissen filteren
inside-events-are = { $n ->
    [one] Eén gebeurtenis
   *[other] { $n } gebeurtenissen
}

# Open plekken
holes-count = { $n ->
    [one] Eén open plek
   *[other] { $n } open plekken
}
holes-on-board = Op het bord, onder 50 %:
holes-about = Wat { $name } kan weten: wat er eerst in de zakken zat, min wat gezien is. ‘Ooit’ telt alles wat nog in zakken zit, ‘zelf’ wat deze speler daarvan om beurten trekt.
holes-about-all = Wat iedereen kan weten: wat er eerst in de zakken zat, min wat gezien is. ‘Ooit’ telt alles wat nog in zakken zit, ‘zelf’ wat één speler daarvan om beurten trekt.
holes-cell = Cel
holes-around = Eromheen: { $name }
holes-ever = Ooit
holes-own = Zelf
holes-next = Volgende
holes-no-chance = Geen
holes-now = Nu
holes-open = Open plek { $name }
holes-unknown = –
holes-fits = past
holes-fits-not = nee
holes-fitting = { $n ->
    [0] Geen tegel die over is, past.
    [one] Eén tegel die over is, past.
   *[other] { $n } tegels die over zijn, passen.
}
holes-try = Geprobeerd met
holes-in-play = { $name } (aan de beurt)
holes-completes = voltooit { $name } ({ $tiles ->
    [one] één tegel
   *[other] { $tiles } tegels
})
holes-extends = gaat verder met { $name } ({ $tiles ->
    [one] één tegel
   *[other] { $tiles } tegels
})
holes-joins = verbindt { $name } ({ $tiles ->
    [one] één tegel
   *[other] { $tiles } tegels
})
holes-left-open = { $n ->
    [one] , één zijde blijft open
   *[other] , { $n } zijden blijven open
}
holes-surrounds = voltooit { $name } door het te omringen
holes-joins-nothing = verbindt niets

# De tijdlijn
news-trouble = Het spel gaat niet verder, maar er is niets verloren:
news-save = Verslag van het spel bewaren
news-held = Dit spel houdt zijn oude regels; veranderingen van het pakket bereiken het niet.
news-release = Veranderingen weer toelaten
news-kept = De regels zijn veranderd, en het spel staat waar het stond.
news-replayed = Het pakket beschrijft iets anders, en het hele spel is opnieuw gespeeld.
news-shortened = Het pakket beschrijft iets anders, en het oude spel kan niet tot het einde.
news-file = Het spel van dit bestand kon niet tot het einde worden gespeeld.
news-own-packs = Dit spel wordt gespeeld met de versies waarmee het bewaard is.
news-other-packs = De pakketten zijn veranderd sinds dit spel bewaard is; het komt hier toch uit.
news-renamed = Sommige namen zijn veranderd sinds dit spel bewaard is.
news-played-with = Op tafel: { $name }. Het geopende pakket is een ander; veranderingen daarvan bereiken dit spel niet.
news-other-version = Het is bewaard met { $name } { $was }, en dat is niet te vinden; het wordt gespeeld met { $is }.
news-other-rules = Het is bewaard met andere regels van { $name } { $was }, en die zijn niet te vinden.
news-called = “{ $from }” heet nu “{ $to }”.
news-points = Dezelfde zetten volgens de nieuwe regels: { $name }
news-points-seat = { $seat }: { $after } in plaats van { $before }
news-points-same = Dezelfde zetten volgens de nieuwe regels geven dezelfde punten.
news-refused = Het spel kan niet verder met het veranderde pakket; het gaat verder met het oude.
news-changed = Veranderd: { $name }
news-from = De nieuwe regels gelden vanaf antwoord { $n }. Wat eerder betaald is, blijft zo.
news-because = Waarom: { $name }
news-answers = { $answers } van { $of } antwoorden zijn opnieuw gegeven, met dezelfde trekkingen.
news-stopped = Bij antwoord { $n } kan het oude spel niet verder. Verwacht: { $expected }. In plaats daarvan: { $actual }.
news-go-on = Vanaf daar verder
news-keep-old = Oude regels houden voor dit spel
news-show-old = Oude spel als tak houden en vergelijken
news-about = Over de verandering
news-compare = Vergelijken
news-no-old = Het oude spel kan niet verder worden gespeeld.
timeline-first = Naar het begin
timeline-back = Eén antwoord terug
timeline-forth = Eén antwoord verder
timeline-last = Naar het laatste antwoord
timeline-slider = Antwoord
timeline-one-branch = Een ander antwoord in het verleden begint een tak; deze blijft.
timeline-branch = Tak
timeline-name = Naam ervan
timeline-beside = Ernaast
timeline-none = niets
timeline-origin-start = Het spel
timeline-origin-answer = { $n }: ander antwoord { $at }
timeline-origin-rules = { $n }: andere regels vanaf antwoord { $at }
timeline-start = Het begin
timeline-row = Beurt { $turn }  ·  { $n }. { $what }
timeline-asked = { $seat }: { $question }
timeline-answered = { $seat }: { $question } – { $answer }
timeline-secret = geheim
timeline-gone = Deze stelling is niet meer te bereiken.
timeline-stops = De antwoorden kunnen niet verder: { $name }
timeline-parts = De antwoorden gaan uiteen bij nummer { $n }.
timeline-rules-part = Dezelfde antwoorden leiden tot iets anders vanaf antwoord { $n }.
timeline-by-its-rules = Mijn antwoorden met die regels
timeline-here = Hier
timeline-there = Daar
timeline-same = Dezelfde stelling.
command-new-game = Nieuw spel
command-games = Mijn spellen…
command-save-game = Spel opslaan als…
command-open-game = Opgeslagen spel openen…
game-no-file = Er is geen bestand met deze naam.
command-play-on = Doorspelen of pauzeren
command-step = Eén zet van een bot
command-step-back = Eén antwoord terug
command-step-forth = Eén antwoord verder

# Spelregels, regel voor regel
trace-about = Toont de spelregels van de laatste zet regel voor regel, met hun waarden.
trace-of-test = { $name }: regel voor regel
trace-none = Bij deze zet liep geen spelregel.
trace-gone = Deze zet is met eerdere spelregels gespeeld, die niet meer worden gebruikt.
trace-beginning = Het begin
trace-move = Zet { $n }
trace-failed = De mislukte zet
trace-function = in de functie { $name }
trace-fails = Hier mislukt de spelregel: { $name }
trace-first = Naar de eerste regel
trace-last = Naar de laatste regel
trace-position = { $at } van { $n }
trace-missing = { $n ->
    [one] 1 verdere regel is niet opgenomen.
   *[other] { $n } verdere regels zijn niet opgenomen.
}
trace-line = Regel { $n }: { $text }
trace-line-current = Regel { $n }, huidige regel: { $text }
trace-line-break = Regel { $n }, stopregel: { $text }
trace-line-both = Regel { $n }, huidige regel, stopregel: { $text }
trace-gutter = Stopregel { $n }
trace-gutter-set = Stopregel { $n }, ingesteld
trace-break-add = Maakt van deze regel een stopregel.
trace-break-remove = Maakt van deze regel weer een gewone regel.
trace-watch = Volgen
trace-watch-example = een uitdrukking, zoals som * 2
trace-watch-unknown = De namen zijn bij deze regel niet bekend.
trace-watch-changes = De gevolgde uitdrukking verandert een waarde die de spelregels gebruiken. Volg een uitdrukking die alleen leest.
trace-values = Waarden
trace-no-values = Geen bij deze regel
trace-changed = ● veranderd
trace-value = { $name } = { $value }
trace-value-changed = { $name } = { $value }, veranderd
trace-watched = Gevolgde waarde: { $name }
trace-events = Gebeurtenissen tot nu toe in deze zet

command-next-line = Volgende regel van de spelregels
command-previous-line = Vorige regel van de spelregels
command-next-break = Volgende stopregel
command-previous-break = Vorige stopregel
command-next-event = Volgende gebeurtenis in de spelregels

# Export en notities
report-page-points = Punten
report-log = Verslag
report-save = Bewaren en hervatten
report-test = Als test houden
report-capsule = Capsule
report-point-source = Bron
report-total = Samen
report-over = Dit is de eindstand.
report-under-way = Het spel is niet afgelopen.
report-answers = Zetten
report-chart = Stand in de tijd
report-copy = Verslag kopiëren
report-log-save = Verslag bewaren
report-nothing = Er is nog niets gebeurd.
report-save-about = Een bewaard spel is een record: hier te hervatten, en overal na te spelen.
report-file = Bestand van het spel
report-save-now = Spel bewaren
report-resume = Spel hervatten
report-resumed = Het spel gaat verder na antwoord { $n }.
report-replay-about = Een record controleren: tilewright replay BESTAND
report-everything = Het bestand bevat alles, ook wat anderen in het geheim hebben of gekozen hebben: zonder dat kan het spel niet verder.
report-seen-save = Bewaren wat { $own ->
    [yes] { $name }
   *[no] speler { $n }
} gezien heeft
report-seen-about = Een bestand om te lezen, met gaten waar deze speler niet gezien heeft wat er kwam. Het kan niet hervat worden.
report-saved = Geschreven: { $name }
report-test-about = Het spel tot hier wordt een test van het pakket. Die verwacht:
report-test-name = Naam van de test
report-want-scores = de stand
report-want-sources = punten per bron
report-want-sheets = wat elk blad betaalde
report-want-supply = figuren in voorraad
report-want-counters = tellers
report-want-figures = waar figuren staan
report-want-hands = tegels in de hand
report-want-bags = wat er nog in de zakken zit
report-want-tokens = fiches
report-want-set-aside = weggelegde tegels
report-want-decision = wie wat gevraagd wordt
report-want-options = alle mogelijkheden
report-want-over = of het afgelopen is, en wie wint
report-want-worth = de waarde van waar figuren op staan
report-as-course = het hele verloop van het spel
report-as-board = als bord
report-as-board-about = Het bord zoals het was toen deze beurt begon, en wat er daarna gedaan is.
report-no-board = Deze stelling is niet als bord te vertellen: { $name }.
report-take-course = Bewaar in plaats daarvan het verloop
report-test-make = Test maken
report-example-about = Een voorbeeld voor de spelregels: een plaatje van deze stelling met onderschrift, en een test met dezelfde naam.
report-caption = Onderschrift
report-example-make = Voorbeeld maken
report-capsule-about = Een capsule is één bestand met de pakketten, het spel, je aantekeningen en een plaatje, om iemand te sturen.
report-notes = Aantekeningen
report-capsule-make = Capsule maken
report-no-pack = Het pakket { $name } is er niet meer.

# De opstelling van een spel
try-setup = Opstelling…
try-setup-about = Spelers, pakketten die samen gespeeld worden, en opties.
try-other = Meer
setup-title = Opstelling
setup-fewer = Een speler minder
setup-more = Een speler meer
setup-seat-name = Naam van speler { $n }
setup-seat-colour = Kleur van speler { $n }
setup-seat-chooser = Wie kiest voor speler { $n }
seat-orange = Oranje
seat-blue = Blauw
seat-yellow = Geel
seat-black = Zwart
seat-pink = Roze
seat-sky = Hemelsblauw
seat-green = Groen
seat-white = Wit
seat-brown = Bruin
seat-violet = Paars
seat-lime = Lichtgroen
seat-indigo = Indigo
setup-packs = Pakketten in het spel
setup-open = het open pakket
setup-needed = nodig voor { $name }
setup-brings = brengt mee: { $name }
setup-refused = kan er niet bij: { $name }
setup-why-missing = iets wat het nodig heeft is er niet
setup-why-version = het heeft een andere versie nodig van wat meedoet
setup-why-together = de makers zeggen dat ze niet samengaan
setup-why-cells = zijn tegels hebben een andere vorm
setup-why-start = elk wil zijn eerste tegels midden op tafel
setup-why-turn = elk heeft een eigen verloop van een beurt
setup-why-same = beide hebben iets met dezelfde naam
setup-why-options = een gekozen optie laat het niet toe
setup-why-other = het past niet bij wat meedoet
setup-not-with = { $n ->
    [one] { $n } spel op zich, dat hier niet bij past
   *[other] { $n } spellen op zich, die hier niet bij passen
}
setup-apart = een spel op zich
setup-looking = Er wordt gezocht naar pakketten die hierbij passen…
setup-options = Opties van { $name }
setup-default = standaard: { $name }
setup-on = aan
setup-off = uit
setup-excludes = “{ $option }” ({ $value }) gaat niet samen met “{ $other }” ({ $now }): verander “{ $other }”, of zet “{ $option }” terug op { $default }.
setup-needs = “{ $option }” ({ $value }) vraagt dat “{ $other }” { $values } is, maar nu is het { $now }: verander “{ $other }”, of zet “{ $option }” terug op { $default }.
setup-gone = { $name } was gekozen, maar die optie of waarde is er niet meer.
setup-forget = Vergeten
setup-wrong = Zo kan het niet gespeeld worden: { $name }
setup-wrong-now = Deze pakketten kunnen nu niet samen gespeeld worden; het spel gaat door met de vorige regels: { $name }
setup-wrong-next = Het volgende spel kan zo niet beginnen: { $name }
setup-ready = Zo begint het volgende spel.
setup-loading = De pakketten worden geladen…
setup-begin = Spel starten
setup-plain = Alleen het open pakket
setup-close = Sluiten

# Wat tests beschermen
command-protect = Welke coderegels beschermen mijn tests?
protect-runs = De tests worden uitgevoerd …
protect-tries = Wat tests beschermen: { $done } van { $n } wijzigingen geprobeerd
protect-stop = Stoppen
protect-title = Door geen test beschermd
protect-missed = Geen test voert deze coderegel uit.
protect-change = Geen test merkt het als { $name }.
protect-becomes = “{ $from }” in “{ $to }” verandert
protect-always = “{ $name }” altijd geldt
protect-never = “{ $name }” nooit geldt
protect-turned = “{ $name }” wordt omgekeerd
protect-left-out = “{ $name }” wordt weggelaten
protect-default = “{ $name }” standaard { $to } is in plaats van { $from }
protect-nth = { $change } (plaats { $n } op de coderegel)
protect-next = Schrijf een test waarin het te zien is. Maakt het in geen enkel spel verschil, zeg dat dan in tests/equal.ron.
notice-protect = Tests merken { $noticed } van { $n } wijzigingen van de spelregels. Coderegels die geen test uitvoert: { $lines }.
notice-protect-fails = Welke regels de tests beschermen is te zien als ze allemaal slagen.

# Delen
command-share = Als één bestand delen…
share-trying = Het pakket wordt bekeken en de tests worden uitgevoerd …
share-writing = Het bestand wordt geschreven …
share-progress = { $done } van { $n }
share-broke-off = Hier ging iets mis in het programma. Er is niets geschreven.
share-unfit-findings = Een pakket met fouten wordt niet doorgegeven. Hierdoor kan het niet gespeeld worden:
share-unfit-tests = Een pakket waarvan tests mislukken wordt niet doorgegeven. Deze mislukken:
share-unfit-lock = Waaraan het pakket is vastgelegd (tilewright.lock), is niet meer wat hier is. De opdracht “tilewright lock” schrijft het opnieuw.
share-unfit-files = Het pakket past niet in één bestand:
share-more = en nog { $n }
share-place = Bestand
share-replaces = Er is al een bestand met deze naam; het wordt vervangen.
share-sign = Met mijn sleutel ondertekenen
share-password = Wachtwoord
share-password-hint = als de sleutel er een heeft
share-write = Bestand schrijven
share-written = Geschreven: { $name }
share-size = Grootte
share-bytes = { $n ->
    [one] 1 byte
   *[other] { $n } bytes
}
share-content = Inhoud
share-hash = Hash van het bestand
share-pack = Pakket
share-changed-from = Gewijzigd vanaf
share-licence = Licentie
share-no-licence = er staat geen in: niemand anders mag het pakket wijzigen of doorgeven. “licence:” in pack.ron noemt er een.
share-travels = Wat meereist
share-files = { $n ->
    [one] 1 bestand
   *[other] { $n } bestanden
}
share-tests-name = Tests
share-tests = { $n ->
    [one] 1 test reist mee en slaagt
   *[other] { $n } tests reizen mee en slagen allemaal
}
share-no-tests = er zijn er geen
share-modules = Modules van de bibliotheek
share-no-modules = er wordt er geen gebruikt
share-picture-name = Afbeelding
share-no-picture = geen: er zijn geen eigen tegels
share-picture = picture.png
share-drew = picture.png, uit de tegels getekend; zet er gerust een eigen voor in de plaats

# Pakketten van elders
command-import = Ingepakt pakket bekijken…
import-title = Een pakket van elders
import-about = Een bestand dat op .tilepack eindigt en dat iemand je heeft gestuurd. Het wordt eerst bekeken; er wordt niets geïnstalleerd voordat je dat zegt. Je kunt het ook op het venster laten vallen.
import-look = Bekijken
import-looking = Het bestand wordt bekeken …
import-refused = Er is niets geïnstalleerd of geschreven.
import-tiles = De tegels
import-no-picture = De tegels zijn te zien zodra er is wat het pakket nodig heeft.
import-by = Door
import-no-licence = er staat geen in: je mag het spelen, maar niet doorgeven of wijzigen
import-signed = Ondertekend
import-here = Hier
import-needs = Nodig
import-needs-nothing = verder niets
import-need-here = { $name } ({ $version } is er)
import-need-other = { $name } (alleen { $version } is er)
import-need-missing = { $name } (is er niet)
import-needs-first = Het heeft { $name } nodig, en dat is er niet.
import-no-shelf = Je hebt geen plank om het op te zoeken. Voeg er een toe onder “Pakketten van anderen…”, of vraag wie je het bestand stuurde om wat het nodig heeft.
import-on-no-shelf = Het is niet van je planken te krijgen: { $name }
import-on-shelf = Op je plank { $name }:
import-signed-by = ondertekend: { $name }
import-careful = Let op
import-get-with = Installeren met { $name }
import-need-other-key = Wat het nodig heeft, is door iemand anders ondertekend dan eerst. Bekijk dat eerst, onder “Pakketten van anderen…”.
import-conflicts = Niet samen met
import-certificate = Certificaat
import-claimed = { $n } partijen met { $name } zijn geprobeerd: dat zegt de maker
import-tests = { $n ->
    [one] 1 bestand met tests; die worden hier uitgevoerd voordat het wordt geïnstalleerd
   *[other] { $n } bestanden met tests; die worden hier uitgevoerd voordat het wordt geïnstalleerd
}
import-options = { $n ->
    [one] 1 optie
   *[other] { $n } opties
}
import-rules = { $n ->
    [one] 1 regelmodule
   *[other] { $n } regelmodules
}
import-of-library = uit de bibliotheek
import-of-pack = van het pakket zelf
import-changes = Werkt in plaats van, of wijzigt wat er te kiezen is bij: { $name }.
import-own-modules = Het speelt zoals het is ingepakt: het brengt eigen versies mee van { $name }, die in dit programma anders zijn.
import-same = Het is al geïnstalleerd, precies zo.
import-none-here = Het is niet geïnstalleerd.
import-older-here = Ouder: { $name } is geïnstalleerd en blijft ernaast staan.
import-newer-here = Niet nieuwer: { $name } is al geïnstalleerd.
import-in-front = Je eigen pakket in { $name } heet net zo en wordt in plaats hiervan gespeeld.
import-replaces-bundled = Een pakket met deze naam hoort bij het programma; na installatie wordt dit in plaats daarvan gespeeld.
import-differs = Je had een ander pakket met deze naam en versie. Vraag de maker om een nieuwe versie; dit wordt niet geïnstalleerd.
import-other-key = Let op: iemand anders heeft dit pakket ondertekend.
import-other-key-about = Wat je hebt blijft zoals het is. Vraag de maker, en niet wie je het bestand stuurde, of de nieuwe sleutel klopt.
import-accept = Typ { $name } om de nieuwe sleutel te aanvaarden:
import-unplayable = Het kan hier niet gespeeld worden: { $name }
import-install = Installeren
import-once = Eén keer spelen
import-once-about = Speelt het zoals het is, zonder het te installeren.
import-mine = Eigen maken…
import-mine-about = Maakt een kopie met een eigen naam die je kunt wijzigen.
import-trying = De tests worden hier uitgevoerd …
import-installing = Het wordt geïnstalleerd …
import-installed = Geïnstalleerd: { $name }
import-anyway = Toch installeren
import-anyway-about = Er is niets geïnstalleerd. Misschien is het stuk, of gemaakt voor een andere versie van dit programma: vertel het de maker.
visit-about = { $name } wordt gespeeld zoals het is; deze partij wordt niet bewaard.
visit-here = { $name } wordt gespeeld zoals het is.
author-nobody = niet: niemand kan zeggen of een nieuwe versie van dezelfde maker komt
author-new = met een sleutel die hier nieuw is, en die na installatie wordt onthouden: { $name }
author-known = met dezelfde sleutel als eerder
author-spare = met { $came }, de reservesleutel die de maker had genoemd; die komt in de plaats van { $had }
author-other = Het was ondertekend met de sleutel { $had }; dit is ondertekend met { $came }.
author-gone = Het was ondertekend met de sleutel { $name }; dit is helemaal niet ondertekend.
tried-none = { $name } heeft geen tests.
tried-long = De tests van { $name } duren te lang om ze allemaal uit te voeren.
tried-hold = Alle { $n } tests van { $name } slagen hier.
tried-fail = { $failed } van { $n } tests van { $name } mislukken hier:

# Planken
share-title = Als één bestand delen
command-shelves = Pakketten van anderen…
shelves-title = Pakketten van anderen
shelves-search = Zoeken
shelves-look = Vernieuwen
shelves-looking = De planken worden bekeken …
shelves-update-all = { $n ->
    [one] 1 pakket bijwerken
   *[other] { $n } pakketten bijwerken
}
shelves-add = Plank toevoegen…
shelves-add-about = Een plank is een map met pakketten: op deze computer of op internet. Wie hem beheert, bepaalt wat erop staat. Neem die van mensen die je kent.
shelves-address = Adres of map
shelves-name = Hoe je hem noemt (kleine letters)
shelves-unsafe = Bij http kan iedereen onderweg wijzigen wat er aankomt. Vraag om een adres met https.
shelves-add-it = Toevoegen
shelves-added = De plank { $name } is toegevoegd.
shelves-forget = Vergeten
shelves-forget-named = De plank { $name } vergeten
shelves-forgotten = De plank { $name } is vergeten. Wat ervan geïnstalleerd is, blijft.
shelves-shelf = { $name }: { $title }
shelves-offline = niet bereikt, getoond zoals hij was: { $name }
shelves-none = Je hebt nog geen plank. Voeg er een toe waarvan iemand je het adres gaf, of bekijk een bestand dat iemand je stuurde.
shelves-nothing = Zoiets is er niet.
shelves-choose = Kies een pakket om er meer van te zien.
shelves-not-here = niet geïnstalleerd
shelves-here = { $name } is geïnstalleerd
shelves-newer = { $name } is geïnstalleerd; er is een nieuwere
shelves-withdrawn-here = { $name } is geïnstalleerd en is teruggetrokken
shelves-withdrawn = Teruggetrokken: { $name }
shelves-withdrawn-instead = Teruggetrokken: { $why } Neem in plaats daarvan { $instead }.
shelves-on = Op de plank { $name }
shelves-versions = Versies
shelves-install = { $name } installeren…
shelves-there = { $name } is geïnstalleerd.
shelves-beside = { $name } is geïnstalleerd en blijft ernaast staan.
shelves-comes-along = Het komt mee omdat een ander pakket het nodig heeft.
shelves-planning = Er wordt nagegaan wat er nodig is, en het wordt opgehaald (in KiB) …
shelves-fetching = Het wordt opgehaald (in KiB) en de tests worden hier uitgevoerd …
shelves-play = Spelen
shelves-remove = Verwijderen
shelves-remove-about = Verwijdert alle versies. Partijen die ermee bewaard zijn, hebben het weer nodig. De sleutel blijft bekend.
shelves-removed = Verwijderd: { $name }
shelves-far = Neem wat nodig is van welke plank dan ook

# Bestanden van een pakket
command-new-rule = Nieuwe regel…
command-new-file = Nieuw bestand…
new-rule-about = Een regel is een klein bestand in Lua. Hij begint als iets dat werkt, met eigen velden in het formulier onder Regels.
new-rule-score = Een gebied laten tellen
new-rule-score-about = Zegt wat een terrein waard is.
new-rule-amend = Een score veranderen
new-rule-amend-about = Telt iets op bij wat een terrein al waard is, verdubbelt het of neemt het weg.
new-rule-react = Op een gebeurtenis reageren
new-rule-react-about = Doet iets zodra een tegel wordt gelegd, een figuur wordt ingezet of een gebied af is.
new-rule-ask = Een speler iets vragen
new-rule-ask-about = Een stap van de beurt waarin de speler kiest. Zet hem in de beurt in het paneel Beurt.
new-file-about = Regels horen in rules/, tests in tests/, teksten in texts/; gegevens mogen overal staan.
file-path = Pad in het pakket
file-bad-name = Een naam die eindigt op .ron, .lua of .md, met letters, cijfers, _ en -; mappen worden gescheiden door /.
file-is-there = Er is al een bestand met die naam.
file-other-end = Aan het einde van de naam is te zien wat een bestand bevat: dat moet blijven.
rename-file = { $name } hernoemen
rename-file-about = Waar regels met hun oude naam worden gebruikt, krijgt het pakket de nieuwe.
rename-file-do = Hernoemen
step-new-file = nieuw bestand { $name }
file-open = Openen
file-rename = Hernoemen…
file-duplicate = Dupliceren
file-delete = Verwijderen
file-deleted = { $name } is weg. Ongedaan maken brengt het terug; de map verandert als je opslaat.

# Het handboek
command-handbook = Handboek
handbook-search = Zoek in alle pagina's
handbook-chapters = Hoofdstukken
handbook-recipes = Recepten
handbook-read-mes = Leesmij van de pakketten
handbook-rules = Naslag: regels
handbook-format = Naslag: bestanden van een pakket
handbook-none = Geen pagina heeft deze woorden.
handbook-english = Handboek en naslag zijn in het Engels.
handbook-copy = Kopiëren
explain-handbook = In het handboek: { $name }
explain-reference = In het naslagwerk

# Hints
hint-ask = Tip
hint-about = Vraagt een bot wat hij hier zou doen, en waarom.
hint-title = Wat een vooruitziende bot zou doen
hint-thinking = { $n ->
    [0] Hij bekijkt wat er kan…
   *[other] Tot nu toe { $n } keer vanaf hier verder gespeeld…
}
hint-done = { $n } keer vanaf hier verder gespeeld. Wijs een keuze aan om haar op het bord te zien.
hint-none = Hij heeft hier niets over te zeggen.
hint-option = Keuze
hint-option-about = De beste eerst.
hint-lead = Voorsprong
hint-lead-about = Punten voorsprong op de beste ander die later te verwachten zijn; ± hoe ver dat ernaast kan zitten.
hint-own = Je wint
hint-own-about = Punten die je tot dan toe wint.
hint-others = De beste ander wint
hint-others-about = Punten die een andere plaats tot dan toe wint: die welke het meeste wint.
hint-tried = Geprobeerd
hint-tried-about = Hoeveel van de gespeelde vervolgen met deze keuze begonnen.
hint-choose = Kies zoals de tip zegt: { $name }

# Eigen afbeeldingen: art/art.ron

# Spellen over het netwerk
command-hosted-games = Netwerkspellen…
hosted-title = Netwerkspellen
hosted-about = Spellen aan tafels waarvoor deze computer gastheer was, met de notities van de spelers. Een spel opent met de pakketten van zijn tafel.
hosted-none = Er zijn geen netwerkspellen gevonden.
hosted-folder = Map van een tafel of van een export
hosted-no-table = In deze map staan geen bestanden van een tafel.
hosted-open-this = Open { $name }
hosted-notes = { $n ->
    [one] 1 notitie
   *[other] { $n } notities
}
hosted-opened = { $n ->
    [0] Het spel van de tafel is open. De spelers schreven geen notities.
    [one] Het spel van de tafel is open met één notitie.
   *[other] Het spel van de tafel is open met { $n } notities.
}
notes-title = { $n ->
    [one] 1 notitie van de spelers
   *[other] { $n } notities van de spelers
}
notes-look-as = Toon het beeld van
notes-look-everyone = iedereen
notes-look-own = mij
notes-onlooker = Toeschouwer
notes-stuck = zit vast
notes-unclear = onduidelijk
notes-unfair = oneerlijk
notes-fun = leuk
notes-place = op { $name }
notes-at = { $n ->
    [0] voor de eerste zet
    [one] na 1 zet
   *[other] na { $n } zetten
}
notes-end = aan het eind
try-guest = gast

# Spelers op andere computers
command-invite = Spelers uitnodigen…
invite-title = Spelers uitnodigen
invite-about = Gasten spelen dit spel in een browser, elk met een link en zonder account. Jij speelt hier je eigen plaats.
invite-more = Meer
invite-more-about = Eerst is de tafel alleen vanaf deze computer te bereiken. Voor gasten in hetzelfde netwerk vul je het adres van deze computer in. Voor gasten elders vul je het adres in van een webserver die hun verbindingen doorgeeft.
invite-listen = Adres in het netwerk
invite-public = Webserver
invite-open = Verbindingen van gasten zijn niet versleuteld.
invite-consent = De pagina vertelt elke gast dat jij de zetten, de tijden en de notities krijgt. Deze computer bewaart alle verborgen informatie.
invite-begin = Uitnodigen
invite-no-guest = Kies voor minstens één plaats een gast.
invite-bad-listen = Het adres is niet geldig. Voorbeeld: 192.168.1.5:7412
invite-bad-public = De webserver is niet geldig. Voorbeeld: https://play.example
invite-other-rules = Het bewaarde pakket en de regels van dit spel verschillen. Bewaar het pakket en begin een nieuw spel om spelers uit te nodigen.
invite-arranged = Deze stand is klaargezet, dus gasten kunnen er niet mee verder. Begin een nieuw spel om spelers uit te nodigen.
invite-links = Stuur elke speler de link van een plaats. Iedereen die een link heeft kan hem gebruiken.
invite-here = aanwezig
invite-away = afwezig
invite-onlookers = Toeschouwers
invite-onlooker-count = { $n ->
    [0] niemand aanwezig
   *[other] { $n } aanwezig
}
invite-copy = Kopiëren
invite-copy-of = Link kopiëren: { $name }
invite-rules = Gasten spelen met de regels van de uitnodiging totdat je ze je wijzigingen geeft of de tafel sluit.
invite-reload = Geef gasten het gewijzigde pakket
invite-reload-errors = Het pakket heeft fouten. Herstel ze voordat je het aan je gasten geeft.
invite-reloaded = Gasten spelen met het gewijzigde pakket. Zetten die blijven: { $kept } van { $of }
invite-offer = De gewijzigde regels staan { $kept } van { $of } zetten toe: { $name }
invite-offer-take = Ga na deze zetten verder
invite-offer-keep = Houd de regels
invite-look-about = Alle gasten krijgen een melding als je het beeld van een andere speler bekijkt.
invite-close = Tafel sluiten
invite-closed = De tafel is gesloten. Het spel en de notities staan onder Spel > Netwerkspellen.
invite-present = Gasten: { $here } van { $n } aanwezig
invite-noted = Een speler schreef een notitie. Ze staat in de tijdlijn.
invite-refused = De tafel accepteerde dit niet: { $name }
invite-paused = Het spel staat stil: { $name }
invite-differs = Het spel hier verschilt van dat van de gasten. Sluit de tafel en open het spel onder Netwerkspellen.
invite-elsewhere = Je kunt alleen op de laatste stand van het spel een zet doen.
invite-wish = { try-seat } wil een zet terugnemen.
invite-wish-own = De andere spelers beslissen of je een zet terugneemt.
invite-agree = Akkoord
invite-refuse = Weigeren
invite-behind = { $n ->
    [0] Je bekijkt een eerdere stand. Het spel van de gasten gaat door.
    [one] Je bekijkt een eerdere stand. Er is één nieuwe zet gedaan.
   *[other] Je bekijkt een eerdere stand. Er zijn { $n } nieuwe zetten gedaan.
}
invite-return = Terug naar het spel
