# What a report says, in English. Numbers come with their intervals: `{ $share }` is written `12.0 % (11.0 to 13.0)`.
report-name = { $name }
report-watch = Game { $game } shows it.
report-flags = What stands out
report-seats = Seats
report-scores = Scores
report-course = Course
report-points = Points
report-figures = Figures
report-length = Length
report-tiles = Tiles
report-choices = Choices
report-pack-options = Options of the packs

report-flag-seat = Seat { $seat } is better: it wins { $share } of { $games } games, where { $fair } % would be fair.
report-flag-worth-more = `{ $kind }` is good luck: drawing it gives { $points } points of lead more than drawing another tile ({ $drawn } draws).
report-flag-worth-less = `{ $kind }` is bad luck: drawing it gives { $points } points of lead less than drawing another tile ({ $drawn } draws).
report-flag-aside = `{ $kind }` is often dead: it fits nowhere in { $share } of { $drawn } draws.
report-flag-never = Hardly anybody wants `{ $what }` at `{ $ask }`: it is taken in { $share } of the { $offered } cases in which there is something else to choose too.
report-flag-always = Hardly anybody wants anything but `{ $what }` at `{ $ask }`: it is taken in { $share } of the { $offered } cases in which there is something else to choose too.
report-flag-decides = `{ $book }` decides: it makes { $share } of the lead with which { $games } games were won.
report-flag-decides-nothing = `{ $book }` brings points and decides nothing: it makes { $share } of the lead with which { $games } games were won.
report-flag-unbooked = Nobody gets anything under `{ $book }`: something is booked there in { $share } of { $games } games.
report-flag-unused = Nobody uses a `{ $figure }`: one is put somewhere in { $share } of { $games } games.
report-flag-option = `{ $option }` changes nothing: { $share } of { $games } seeds end with other scores or after another number of turns.
report-flag-another = Another thing stands out too.
report-flag-others = { $count } other things stand out too.
report-flags-asked = That is what { $asked } questions have found, all considered together: about one in ten things told here may be chance.
report-flags-none = Nothing is dead and nothing rules the game, as far as { $asked } questions tell.
report-flags-chart = The shares that stand out.

report-seat = seat { $seat }
report-seat-wins = Seat { $seat } wins { $share } of the games.
report-seat-ahead = Seat { $seat } wins { $share } of the games, and is { $points } points ahead of the others on average.
report-seat-behind = Seat { $seat } wins { $share } of the games, and is { $points } points behind the best of the others on average.
report-seats-unequal-1000 = The seats are not equal: wins as uneven as these come about by chance in fewer than 1 of 1,000 such reports.
report-seats-unequal-100 = The seats are not equal: wins as uneven as these come about by chance in fewer than 1 of 100 such reports.
report-seats-unequal = The seats are not equal: wins as uneven as these come about by chance in { $cases } of 100 such reports.
report-seats-equal = Nothing speaks against equal seats: wins as uneven as these come about by chance in { $cases } of 100 such reports.
report-wins-chart = Share of wins; the line is where the truth lies.

report-score = Half of the scores are at most { $middle }; 90 of 100 lie from { $low } to { $high }.
report-margin = In the middle of all games the winner is ahead by { $middle } points; 90 of 100 lie from { $low } to { $high }.
report-close = In { $share } of the games the second has at least 95 % of the winner's points.

report-lead-changes = Another player takes the lead { $times } times in a game, by the points that all have and would get at the end of each turn.
report-behind = The later winner is behind after { $share } of the turns, by { $points } points then.
report-decided = A game is decided after { $share } of its turns: from there on the later winner has a chance of { $chance } % or more. The chance follows from the lead in { $fitted } games; of those who had it in { $compared } others, { $kept } won.
report-undecided = These are too few games to tell when one is decided.
report-course-chart = Shares of the turns of a game.
report-course-behind = winner behind
report-course-decided = decided after

report-source = `{ $book }` gives { $share } of all points, { $points } in a game.
report-source-takes = `{ $book }` takes { $points } points away in a game, { $share } of all that are given.
report-phases = Of the points of `{ $book }`, { $first } come in the first third of the turns, { $second } in the second, { $third } in the last, and { $end } in the last scoring.
report-victory = `{ $book }` makes { $share } of the lead with which games are won.
report-victory-against = Of `{ $book }` the second has more than the winner, by { $share } of the lead with which games are won.
report-first-third = { $book }, first third
report-second-third = { $book }, second third
report-last-third = { $book }, last third
report-last-scoring = { $book }, last scoring
report-phases-chart = When points come: shares of those that are booked under each name, by thirds of the turns.
report-victory-chart = What decides: shares of the winner's lead over the second.
report-points-chart = Points of all players together in a game, by what they are booked under.

report-figure = A `{ $figure }` is put somewhere { $times } times in a game, stays for { $turns } turns, and brings its owner { $points } points each time.
report-idle = Of the turns that a `{ $figure }` stands somewhere, { $share } are for nothing: it stands on what never gives its owner a point while it is there.
report-none-at-home = At the beginning of { $share } of the turns their player has no figure at home to take a feature with.
report-left-open = { $count } features of `{ $terrain }` lie open at the end of a game, { $share } of all.
report-idle-chart = Shares of the turns of figures that are for nothing.
report-left-open-chart = Shares of features that lie open at the end.

report-turns = A game has { $middle } turns; 90 of 100 games have from { $low } to { $high }.
report-minutes = It takes about { $middle } minutes (with 4 seconds for a decision and a quarter more for each option); 90 of 100 games take from { $low } to { $high }.
report-options = A decision has { $middle } options; 90 of 100 have from { $low } to { $high }.

report-worth-more = Drawing `{ $kind }` gives { $points } points of lead more than drawing another tile.
report-worth-less = Drawing `{ $kind }` gives { $points } points of lead less than drawing another tile.
report-worth-none = No kind stands out as worth more or less than the others.
report-worth-another = Another kind stands out too.
report-worth-others = { $count } other kinds stand out too.
report-aside = `{ $kind }` fits nowhere in { $share } of { $drawn } draws.
report-aside-none = No kind fits nowhere in more than 1 of 1,000 draws.
report-places-fewest = `{ $kind }` has the fewest places, { $places } when somebody lays it; each way of turning it is counted.
report-places-most = `{ $kind }` has the most places, { $places } when somebody lays it.
report-places-chart = Places for a tile when somebody lays it, each way of turning it counted.
report-choice = At `{ $ask }`, `{ $what }` is taken in { $share } of the { $offered } cases in which there is something else to choose too.
report-choice-name = { $ask }: { $what }
report-choices-chart = Shares of the cases in which something is taken when it is offered beside something else.
report-worth-chart = Points of lead that drawing a tile gives, more than drawing another one.

report-option = With `{ $option }`, a player has { $points } points more, a game { $turns } turns more, and the first seat { $lead } points of lead more, on the same { $games } seeds. Less than nothing is less.
report-option-solo = With `{ $option }`, a player has { $points } points more and a game { $turns } turns more, on the same { $games } seeds. Less than nothing is less.
report-option-none = `{ $option }` makes no difference that { $games } seeds show: { $points } points more for a player, { $turns } turns more.
report-options-chart = Points that a player has more with another value of an option.

report-ladder = A ladder of skill
report-rung-step = `{ $bot }` is a step above `{ $best }`: it wins { $share } of { $games } games with changed places, and is { $points } points ahead on average.
report-rung-ahead = `{ $bot }` is no clear step above `{ $best }`: it wins { $share } of { $games } games with changed places, and is { $points } points ahead on average.
report-rung-behind = `{ $bot }` is no clear step above `{ $best }`: it wins { $share } of { $games } games with changed places, and is { $points } points behind on average.
report-rung-below = `{ $bot }` is weaker than `{ $best }`: it wins { $share } of { $games } games with changed places, and is { $points } points behind on average.
report-rung-unknown = `{ $bot }` and `{ $best }` have come to the end of no game.
report-rungs = The ladder has { $steps } steps of { $rungs } that were tried; a step wins { $share } % of its games or more against the last step before it. The more steps, the more there is to learn.
report-rung-name = { $bot } against { $best }
report-rungs-chart = Shares of games that each wins against the last step below it.
