# English texts of the editor. To add a language, copy this file and name it after the code of the language.
language-name = English

menu-pack = Pack
menu-edit = Edit
menu-view = View
menu-game = Game
menu-help = Help

command-new = New pack…
command-open = Open folder…
command-save = Save
home = Home
command-close = Close pack
command-quit = Quit
command-undo = Undo
command-redo = Redo
command-find = Find in file
command-find-everywhere = Find in all files
command-next-problem = Next problem
command-previous-problem = Previous problem
command-reset-layout = Reset layout
command-play-layout = Switch between play and author
command-drawer = Game details
command-next-part = Next part of the window
command-previous-part = Previous part of the window
room-author = Author
room-play = Play
room-drawer = Details
command-theme = Light or dark theme
command-look = Next look
menu-look = Look
look-plain = Drawings from data
look-shown = Look: { $name }
art-step-picture = Picture of { $name }
art-step-pictures = { $n ->
    [one] One picture
   *[other] { $n } pictures
}
art-not-taken = { $name } was not added: { $why }
art-no-tile = No tile is named like { $name }. Drop the picture on a tile, or name the file like its tile.
art-advice-smaller = Save it with at most 4,096 pixels a side and 8 MiB.
art-advice-format = Save it as PNG, JPEG, WebP or SVG, in RGB.
art-advice-again = Save it again in the program that made it.
art-advice-copy = Copy it to a folder that you can read.
art-advice-full = Remove pictures that no look shows.
command-cut-sheet = Cut a sheet of tiles…
sheet-file = File of the sheet
sheet-title = Cut { $name } into tiles
sheet-columns = Columns
sheet-rows = Rows
sheet-margin = Margin
sheet-gap = Gap
sheet-cells = Each cell has { $width } × { $height } pixels. Drag a cell onto the tile that it shows.
sheet-comparing = The pictures are compared with the edges of the tiles…
sheet-misfit-width = { $cells ->
    [one] One column does not
   *[other] { $cells } columns do not
} divide a width of { $pixels } pixels: { $n ->
    [one] one pixel is
   *[other] { $n } pixels are
} left over. Change the columns, the margin or the gap.
sheet-misfit-height = { $cells ->
    [one] One row does not
   *[other] { $cells } rows do not
} divide a height of { $pixels } pixels: { $n ->
    [one] one pixel is
   *[other] { $n } pixels are
} left over. Change the rows, the margin or the gap.
sheet-no-width = A width of { $pixels } pixels is too small for this margin and gap.
sheet-no-height = A height of { $pixels } pixels is too small for this margin and gap.
sheet-cell = Column { $column }, row { $row }: { $name }
sheet-place = ({ $column }, { $row })
sheet-card = Tile { $name }, column { $column }, row { $row }
sheet-card-free = Tile { $name }, without a cell
sheet-no-tile = no tile
sheet-tile-of = Tile of column { $column }, row { $row }
sheet-show = { $n ->
    [one] Show one picture
   *[other] Show { $n } pictures
}
sheet-whole = Show it whole on { $name }
sheet-done = { $n ->
    [one] One tile shows its cell of the sheet.
   *[other] { $n } tiles show their cells of the sheet.
}
tiles-sheet = Sheet…
tiles-sheet-long = Cuts a picture with a grid of tiles.
art-advice-pixels = Save it as PNG, or save each tile as an SVG file.
command-motion = Reduce motion
motion-full = Animations are on.
motion-reduced = Animations are reduced.
command-zoom-in = Zoom in
command-zoom-out = Zoom out
command-zoom-reset = Reset zoom
command-language = Next language
how-to-play = How to play
how-turn = A turn
how-figures = Pieces of the players
how-tiles = Tiles with an effect
how-examples = Examples
how-example = Board of the example: { $name }
how-playing = The examples are being played.
command-settings = Settings…
settings-title = Settings
settings-language = Language
settings-theme = Theme
settings-theme-system = As the system
settings-theme-light = Light
settings-theme-dark = Dark
settings-size = Text size
settings-speed = Moves of bots
settings-motion = Animations
command-palette = All commands…
command-shortcuts = Keyboard shortcuts…

pane-tiles = Tiles
pane-distribution = Distribution
pane-data = Data
pane-flow = Turn
pane-code = Files
pane-pictures = Pictures
pane-problems = Problems
pane-tests = Tests
pane-table = Table
pane-timeline = Timeline
pane-scores = Scores
pane-inspector = Inspector
pane-holes = Open cells
pane-report = Export
pane-balance = Balance
pane-trace = Rule lines

open = Open
close = Close
cancel = Cancel
browse = Browse…

step-typing = typing
step-disk = changes from disk
step-recover = recovered texts

status-saved = All saved
status-changed = { $n ->
    [one] 1 file not saved
   *[other] { $n } files not saved
}
status-tile = Tile { $name }
status-zoom = { $n } %

problems-error = error
problems-warning = warning
problems-errors = { $n ->
    [one] 1 error
   *[other] { $n } errors
}
problems-warnings = { $n ->
    [one] 1 warning
   *[other] { $n } warnings
}
problems-errors-only = Errors only
problems-filter = Filter problems
tests-run-all = Run all
tests-run-failed = Run failed tests
tests-run-one = Run { $name }
tests-stop = Stop
tests-show = Show on the table
tests-show-one = Show { $name } on the table
tests-no-game = This test has no game to show.
tests-none = The pack has no tests yet. Play a game at the table, then choose “Save as test”.
tests-not-run = The tests have not been run yet.
tests-old = The pack has changed since then.
tests-running = Running: { $n } done
tests-counts = { $passed } passed, { $failed } failed
tests-failed-only = Failed only
tests-filter = Filter tests
tests-passed = passed
tests-failed = failed
tests-empty = This test has no expectations: it passes whatever the rules do.
tests-noted = Note from the rules: { $name }
tests-expected = Expected: { $expected }
tests-actual = Actual: { $actual }
tests-take = Accept the new result
tests-take-about = Replaces the expected value in the test with the actual one.
step-take-result = New result of { $name }
tests-milliseconds = { $n } ms

# The report about many games of bots. Its sentences are in a file of their own.
balance-run = Play and report
balance-games = Number of games
balance-about = Bots play many games with the packs and options that are set up at the table, and the report sums up the results in sentences. They hold for players like these bots.
balance-not-yet = The pack cannot be played yet.
balance-beginning = Starting…
balance-progress = { $done } of { $of } games, { $left } left
balance-played = { $games } games with { $seats } seats by { $bots }, seed { $seed }. The numbers in brackets, and the line over each bar, give a range that contains the true value in 95 of 100 such reports.
balance-stopped = A script error stopped { $count } games; the first was game { $game }: { $why }
balance-shown = Game { $name } is on the table, at its beginning. Shift+F7 plays its next move, F7 takes it back; use the timeline to go to any move.
balance-fetching = Replaying game { $name }…
balance-point = { "." }
balance-group = { "," }
balance-to = to
balance-unsure = too few for an interval
balance-compare = Compare
balance-compare-with = Version to compare with
balance-with-value = with another value
balance-with-opened = with the pack at its opening
balance-with-report = with the version of report { $name }
balance-value = Value for the comparison
balance-also = also by
balance-also-list = Bots that play further games
balance-also-none = no other bot
balance-version-present = the present version
balance-version-opened = the pack at its opening
balance-version-report = the version of report { $name }
balance-report-name = Report { $name }
balance-comparison-name = Comparison { $name }
balance-remove = Remove this result
balance-result = Result
balance-by = Games of { $name }
balance-difference = Difference
balance-verdict = Verdict
balance-watch-version = Show { $name } on the table
balance-version-stopped = A script error stopped a game of version { $version }: { $why }

problem-in-game = In the running game: { $name }
problems-none = No problems.
problems-waiting = Checking…
filter-nothing = Nothing matches the filter.

navigator = Files of the pack
navigator-filter = Filter files

code-field = Text of { $name }
code-close-file = Close { $name }
code-find = Find
code-find-everywhere = Find in all files
code-found-most = Only the first { $n } are listed.
code-find-next = Next
code-found = { $n ->
    [one] 1 place
   *[other] { $n } places
}

welcome-title = Tilewright
welcome-about = Make tile-laying games: draw tiles, choose rules, and try them right away.
welcome-play = Play
welcome-play-now = Play now
welcome-play-about = Starts a game of { $name } against a bot.
welcome-learn = Learn in nine steps
welcome-new-about = Create your own game, or an expansion of an existing one.
welcome-go-on = Continue playing
welcome-over = Finished games
welcome-all-games = All games ({ $n })
welcome-own = My packs
welcome-all = Show all { $n }
welcome-others = From others
welcome-games = Included games
welcome-games-about = Each opens as your own copy, to explore and change.
welcome-open = Open
welcome-play-this = Play { $name }
welcome-open-this = Open { $name }
welcome-forget = Remove from this list
welcome-gone = Its folder no longer exists.
welcome-wrong = Cannot be played yet: { $name }
welcome-changed = { $n ->
    [0] Changed today
    [1] Changed yesterday
   *[other] Changed { $n } days ago
}

open-about = The folder of a pack contains a file named pack.ron.
open-folder = Folder
open-no-pack = There is no pack.ron in this folder.

new-about = A pack is a folder of text files. It starts with a few tiles and one rule, so you can play it at once.
new-name = Name
new-folder = In folder
new-base = Expands
new-title = Title
new-id = Id
new-id-about = Other packs use this id, and the folder is named after it. It follows the title until you type another.
new-begins = Starts as
new-squares = a game of squares
new-hexes = a game of hexagons
new-triangles = a game of triangles
new-addition = an expansion of
new-choose = Choose a pack
new-needs-folder = Choose a folder for the pack.
new-needs-base = Choose the pack to expand.
new-nothing = { $name } has no feature for the first rule of an expansion: it needs a feature of one cell that scores at the end. Start with a game, or save a copy of it.
copy-no-id = The copy can only be called { $name }, because pack.ron has no id that can be changed.
new-make = Create
new-needs-name = Give it a name.
new-bad-name = Use lower-case letters, digits and _, starting with a letter: other packs use this name.
new-is-there = This folder already contains something with that name.

unsaved-title = Unsaved changes
unsaved-about = Changes since you last saved will be lost.
unsaved-discard = Close without saving
copy-title = Save a copy
copy-about = The copy includes your unsaved changes.
copy-into = It will be created in { $name }.
copy-keep = Save copy
copy-author = Author
copy-changed = { $name }, changed
copy-hides = A copy with this id would hide the original pack. Choose another id.
own-title = Make it your own
own-about = Your changes go into a copy with its own name. It starts at version 0.1.0 and names the pack that it was changed from.
hides-included = This pack hides the included pack { $name }: other packs use yours instead.
hides-installed = This pack hides the installed pack { $name }: other packs use yours instead.
notice-replaced = The copy with the old name was saved in { $name }.
command-keep-copy = Save a copy in…
notice-copied = Copied to { $name }.

left-game-title = Unfinished game
left-game-about = { $name }, { $n ->
    [one] { $n } move
   *[other] { $n } moves
}. You can continue where you left off.
left-game-yes = Continue
left-game-later = Not now
left-game-no = Discard
games-title = My games
games-about = Games are saved automatically with all their branches, also when you start another game, close the pack or quit. Unfinished games stay until you delete them; of the finished ones, the last { $n } are kept.
games-all = From all packs
games-here = From the open pack
games-reading = Loading…
games-none = No games have been played yet.
games-over = Finished
games-won = won by { $name }
games-shared = shared by { $name }
games-unwon = no winner
games-look = View
games-look-at = View { $name }
games-save = Save as…
games-save-this = Save { $name }
games-go-on = Continue
games-go-on-with = Continue { $name }
games-name = Rename…
games-name-this = Rename { $name }
games-name-field = Name of the game
games-name-hint = for example: Sunday evening
games-remove = Delete
games-remove-this = Delete { $name }
games-removed = Deleted { $name }.
games-take-back = Undo
games-before = The previous game was saved.
games-back = Return to it
games-gone = This game no longer exists, or it is open in another window.
games-trouble = This game cannot be played now: { $name }
games-answers = { $n ->
    [one] 1 move
   *[other] { $n } moves
}
games-branches = { $n } branches
games-now = just now
games-minutes = { $n ->
    [one] a minute ago
   *[other] { $n } minutes ago
}
games-hours = { $n ->
    [one] an hour ago
   *[other] { $n } hours ago
}
games-days = { $n ->
    [one] yesterday
   *[other] { $n } days ago
}
recover-title = Unsaved changes found
recover-about = The program ended while { $name } was open. These files had unsaved changes:
recover-yes = Restore
recover-no = Discard

conflict-title = Changed here and on disk
conflict-about = Another program changed the same lines in these files:
conflict-mine = Keep my changes
conflict-theirs = Use the version on disk

palette-field = What do you want to do?

notices-new = Notices ({ $n })
notices-none = No notices.
notice-close = Close this notice
notice-saved = { $n ->
    [0] Nothing to save.
    [one] Saved 1 file.
   *[other] Saved { $n } files.
}
notice-not-saved-begin = Not saved:
notice-not-saved = { notice-not-saved-begin } { $name }. Your changes are still here.
notice-recovered = { $n ->
    [one] Restored 1 file. Save to keep it.
   *[other] Restored { $n } files. Save to keep them.
}
notice-no-journal = Changes can no longer be restored after a crash: { $name }. Save often.
notice-game-not-kept = The game at the table can no longer be restored after a crash: { $name }. Save its record to keep it.
notice-fault-reported = Tilewright had an internal error. The details are in { $name }: please send that file to the authors.
notice-checker-failed = The checker failed on the current pack: { $name }. Your text is safe; your next change is checked again.
notice-no-watch = Changes by other programs cannot be detected: { $name }
notice-disk-removed = Another program removed { $name }. Undo restores it.
notice-disk-taken = Another program changed { $name }, and it was reloaded.
notice-disk-merged = { $name } was changed here and by another program. Both changes were merged.
notice-disk-gone = { $name }. Your open copy is complete; save to write it again.

# The small table
play-no-game = No game has started. Open the table to start one.
try-broken = Cannot be played while there are errors:
try-waiting = The pack has no tiles to play with yet.
try-new = New game
try-again = Restart
try-step = Step
try-play = Play on
try-pause = Pause
try-back = Take back
try-back-about = to your last decision (Backspace), or by one move with Shift.
try-fit = Show all
try-errors = The pack has errors; the game continues with the previous rules.
ending-title = The end
ending-show = Final scores
ending-again = Play again
ending-picture = Save a picture of the board
ending-look = View the board
try-seat = { $own ->
    [yes] { $name }
   *[no] Seat { $n }
}
seat-change = Change name and colour
seat-change-this = Name and colour of { try-seat }
try-how-to-place = Click a marked cell. Use the wheel or the right button to turn the tile there.
try-how-to-choose = Click a marked place on the board.
try-person = you
try-random = random
try-nothing = Nothing
try-place = Place the tile at { $name }
try-tile = The tile in play: { $name }
try-turn = Turn the tile
try-turn-keys = Or press R.
try-more = and { $n } more

# Tests, cards and the guide
command-guide = Your first pack, step by step
command-test = Run the tests
notice-tests = { $passed } of { $n } tests passed.
try-test = Save as test
try-test-about = Saves this game as a test: replaying it must give the same scores.
try-test-name = a game that ended { $name }
try-test-saved = Added the game as a test: { $name }. Save the pack to keep it.
try-greedy = greedy
try-mcts = far-sighted
try-choose-at = Choose at { $name }
try-who = { try-seat }: played by
try-seats = Seats
try-seat-points = { try-seat }: { $points }
try-seed = Seed
try-seed-hidden = A seed reveals everything that will be drawn. With several players it is random, unless you choose one.
try-hold = Pause the bots
try-go-on = Resume the bots
try-speed = Speed
try-speed-slow = one per second
try-speed-middle = four per second
try-speed-fast = twenty per second
try-speed-most = at once
try-hand-over = Pass the screen to { $own ->
    [yes] { $name }
   *[no] seat { $n }
}.
seat-retired = Retired
try-hand-over-why = The next view shows what only this player may know, and hides the secrets of other players.
try-hand-over-done = I am { $own ->
    [yes] { $name }
   *[no] seat { $n }
}
try-bot-chooses = { try-seat } chooses
try-chooses-secretly = { try-seat } makes a secret choice.
try-choose-slot = Choose { $name } ({ $place } { $n })
try-in-secret = { $name } (secret)
try-elsewhere = Another place
try-as-list = List all { $n }
try-close-list = Close the list
try-keys = Or press 1 to 9. On the board, the arrow keys move between your choices, R turns the tile, Enter chooses, Backspace takes back.
try-board = The board: { $tiles } tiles, { $places } places to choose from
try-cursor = Cursor at { $cell }: { $what }
try-cursor-empty = empty
try-feature = { $n ->
    [one] { $name }, 1 tile
   *[other] { $name }, { $n } tiles
}
try-beyond = Off screen
try-table = On the table
try-points = Points
try-face-down = Face down at { $cell }: { $tile }
try-hand = Hand
try-hidden = { $n } hidden
try-set-aside = Set aside
try-tracks = Tracks
try-empty-zones = Empty
try-empty = empty
try-back-shown = { $name } on top
try-back-plain = no { $name } on top
try-lap = { $n } (lap { $lap }, space { $space })
welcome-kinds = { $n ->
    [one] 1 kind of tile
   *[other] { $n } kinds of tile
}
guide-title = Your first pack
guide-about = A pond, a bridge, and a rule that scores ponds: nine small steps.
guide-show = Show me: { $name }
guide-again = Shows how it was done
guide-part-terrain = A new terrain exists
guide-part-id = Its id is pond
guide-part-look = It has its own fill
guide-part-ports = It shows pond
guide-part-area = A tile has a pond
guide-part-own-id = The tile has its own id
guide-part-count = Its count is 8 or more
guide-part-across = The pond goes from side to side
guide-part-path = A path does too, on the same tile
guide-part-on = The rule is about ponds
guide-part-points = Each tile gives points: per_tile is 1 or more
guide-terrain = A new terrain: pond
guide-terrain-how = Under Data, in Terrains, press Add and type pond as its id, then Enter. Then choose its look below: a blue fill, and waves as its pattern if you like, so that paths cross it on bridges.
guide-name = Display name
guide-name-how = Under Files, in texts/en.ron, write a line like the others: "terrain.pond": "Pond", with the comma. Players read this name.
guide-edge = Sides that show it
guide-edge-how = Under Data, in Edges, press Add, type pond as its id, then Enter, and choose pond with the + at ports. Sides match when they show the same edge.
guide-shore = A tile with a pond
guide-shore-how = Under Tiles, press New, choose Area and Terrain pond, and click a side of the tile. Below it, give the tile its own id and a count of 8: a pond needs two shores.
guide-bridge = A bridge
guide-bridge-how = Press New again. With Area and pond, drag from the north side to the south side. Then choose Path and Terrain path, and drag from west to east. When asked what happens there, choose: One passes over the other.
guide-rule = A rule that scores ponds
guide-rule-how = Under Data, in Rules, press Add and choose areas. Choose pond in the field on, and type 2 in per_tile.
guide-stand = Walkers may stand on ponds
guide-stand-how = Under Data, in Figures, choose pond with the + at on. The owner of a figure on a finished pond gets its points.
guide-score = Play until a pond has scored
guide-score-how = Under Table, click a place for the tile and choose where your walker goes. Or press Play on, and every seat plays at random.
guide-test = Keep the game as a test
guide-test-how = Press Save as test (in a narrow table, behind the three dots), then save the pack. Run the tests whenever you change a rule: they show you what has changed.
guide-done = Done. The pack is yours: change its tiles, its rules and its look.

# Pictures
pictures-all = All tiles
pictures-sizes = In all sizes
pictures-tile = The selected tile
pictures-board = The board at the table
pictures-sheets = Sheets to print
pictures-waiting = The pack has no tiles to draw yet.
pictures-no-board = There is no game at the table.
pictures-width = Width of a tile
pictures-frames = Outline around each tile
pictures-cell = Tile
pictures-bleed = Bleed
pictures-margin = Margin
pictures-no-backs = Fronts only
pictures-long = Backs, long side
pictures-short = Backs, short side
pictures-only-own = Only the tiles of this pack
pictures-page = Page { $n } of { $of }, { $tiles } tiles
pictures-page-back = Previous page
pictures-page-next = Next page
save-file-title = Save file as…
pictures-file = File
pictures-save = Save as { $name }
pictures-preview = Preview

# Code
command-replace = Find and replace in file
command-complete = Complete
command-describe = Explain this word
command-definition = Go to declaration
command-references = Find all uses
command-back = Go back
command-mend = Quick fix…
command-comment = Toggle comment
command-duplicate = Duplicate line
code-find-previous = Previous
code-find-exact = Match case
code-replaces = Replace
code-replace-with = Replace with
code-replace = Replace this one
code-replace-all = { $n ->
    [one] Replace 1 place
   *[other] Replace { $n } places
}
code-read-only = Belongs to another pack: read only.
code-keys-name = Keyboard shortcuts in the text
code-values = Values of this rule
code-values-about = Shows the form with the values that the pack gives this rule, such as terrains and points.
code-keys =
    Tab indents, Shift+Tab undoes it.
    Escape leaves the text; Tab then moves to the next button.
    Ctrl+Space lists completions; the arrow keys select one, Enter or Tab inserts it, Escape closes the list.
    Ctrl+click or F12 goes to the declaration of a word, Alt+Left goes back.
    Ctrl+. shows fixes for the problem at the cursor.
code-offers = Completions
code-fixes = Quick fixes
code-no-offers = There are no completions here.
code-nothing-here = There is no name here to look up.
code-not-declared = { $name } is not declared anywhere.
code-reference = More in the reference
code-explain = What does { $name } mean?
code-found-close = Close list
fix-none = Nothing here can be fixed automatically.
fix-gone = The text has changed since then. Check it and try again.
command-export-game = Export for virtual tables and print…
target-title = Export for virtual tables and print
target-tts = Tabletop Simulator
target-tabletop-playground = Tabletop Playground
target-screentop = Screentop
target-tabletopia = Tabletopia
target-game-crafter = The Game Crafter
target-png = Single pictures
target-csv = Spreadsheets
target-seats = Players
target-folder = Folder
target-export = Export
target-running = Drawing the files…
target-written = { $tiles ->
    [one] One tile
   *[other] { $tiles } tiles
} exported in { $n ->
    [one] one file
   *[other] { $n } files
}:
target-copy-path = Copy path
target-next = Next: follow the steps in { $name }
explain-example = An example of the mistake:
step-replace = replacing
step-comment = commenting
step-duplicate = duplicating lines
step-indent = indenting
step-complete = completing

# Data
section-pack = About the pack
section-options = Options
section-terrains = Terrains
section-edges = Edges
section-tags = Tags
section-figures = Figures
section-bags = Bags
section-zones = Zones
section-planes = Planes
section-counters = Counters
section-dice = Dice
section-tokens = Tokens
section-books = Books of points
section-results = Results
section-chips = Chips
section-added_parts = Added parts
section-rules = Rules
section-board = Board
section-texts = Texts
data-section = Section
data-filter = Filter
data-add = Add
data-duplicate = Duplicate
data-up = Up
data-down = Down
data-remove = Remove
data-in-file = In the file
data-open-rule = Open the rule
data-nothing = There is nothing here yet. Press Add to create the first entry.
data-unreadable = This file cannot be read in its current state. Fix it under Files first.
data-from = from { $name }
data-change-here = Change it here
data-seat-colours = In the colours of the players:
data-used = { $n ->
    [0] Not used anywhere in this pack.
    [one] Used in 1 place in this pack.
   *[other] Used in { $n } places in this pack.
}
rename-done = { $n ->
    [one] Changed in 1 place.
   *[other] Changed in { $n } places.
}
step-form = { $name }: { $field }
step-added = add { $name }
step-removed = remove { $name }
step-moved = move { $name }
step-duplicated = duplicate { $name }
step-renamed = rename { $old } to { $new }
step-text = text { $key } ({ $language })
texts-filter = Filter texts
texts-missing-only = Only keys without a text ({ $n })
texts-missing = missing
texts-optional = optional
texts-key = Key
texts-language = New language
texts-language-hint = fr
texts-add-language = Add language
texts-new-key = New key
texts-key-hint = pack.story
texts-add-key = Add key
form-more = More about { $name }
form-as-text = Write as text
form-as-field = Show as field
form-depends = Make it depend on an option
form-take-away = Remove
form-conditional = Depends on options. Written as text.
form-changes = Adds or removes entries. Written as text.
form-no-number = That is not a whole number.
form-none = (not given)
form-new-hint = new…
form-colour = Choose { $name }
form-earlier = Move { $name } forward
form-later = Move { $name } back
form-twice = Duplicate { $name }
form-remove = Remove { $name }
form-add-to = Add to { $name }
form-way = Format of { $name }
form-either-names = names
form-either-numbers = with numbers
form-either-one = a single value
form-either-same = the same for all
form-either-seats = by number of seats
form-either-faces = these faces
form-either-by-seat = one for each seat
form-either-picture = a picture by its name
form-either-layers = drawn
form-either-word = in a word
form-least = at least
form-most = at most
form-choices = choices
form-merge = when features join
form-from = from
form-to = to
form-width = width
form-height = height
form-more-x = more across
form-more-y = more down

# Turn
flow-own = Steps of this pack
flow-played = As played
flow-played-about = The steps of all packs together, with the default options. Press Enter or double-click a step to go to its rule.
flow-not-yet = This appears as soon as the pack has no errors.
flow-nothing = This pack does not define the turn yet.
flow-choose = Select a step. Press Enter to go to its rule. Drag it within its list, or move it with Alt and an arrow key.
flow-add-to = Add a step to { $name }
flow-new-list = More lists:
flow-part = name of a part
flow-add-part = Add part
flow-changes = Changes to the steps of other packs
flow-remove-about = Undo restores it, with its comments.
flow-verb = Action
flow-sometimes = Conditional
flow-always = Always
flow-with = Only with { $name }
flow-without = Only without { $name }
flow-on-off = Condition
flow-from-here = from this pack
flow-elsewhere = Declared outside the open pack: { $name }
flow-setup = Once, before the first turn.
flow-turn = By every player in turn.
flow-closing = At the end of each turn, after everything it caused.
flow-finish = Once, after the last turn.
flow-parts = When a rule calls for it.

# Distribution
dist-counts = Counts
dist-edges = Edges
dist-arrangements = Arrangements
dist-holes = Holes
dist-bag = Bag
dist-all-bags = All bags
dist-filter = Filter tiles
dist-total = { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}
dist-not-yet = This appears as soon as the pack has no errors.
dist-old = The pack has errors. This shows its last state without errors.
dist-tile = Tile
dist-count = Count
dist-around = Edges, clockwise
dist-count-of = Count of { $name }
dist-fewer = Fewer { $name }
dist-more = More { $name }
dist-by-side = Edges by side, as the tiles are drawn
dist-edge = Edge
dist-all = All
dist-chart-edges = Sides with each edge
dist-chart-terrains = Tiles with each terrain
dist-arrangements-about = Tiles of one cell by the edges around them, in any rotation. “By chance” is the number to expect if the same edges were dealt to the tiles at random.
dist-too-many = There are too many arrangements to check.
dist-missing = { $n ->
    [0] No arrangement is missing
    [one] 1 arrangement is missing
   *[other] { $n } arrangements are missing; the most likely first
}
dist-over = { $n ->
    [0] None is much more frequent than by chance
    [one] 1 is much more frequent than by chance
   *[other] { $n } are much more frequent than by chance
}
dist-there = Actual
dist-by-lot = By chance
dist-make = Create
dist-make-one = Create { $name }
dist-holes-about = Choose the edges around an empty cell. A free side has no adjacent tile.
dist-coming = Tiles still to come
dist-of = of { $n }
dist-fitting = Tiles that fit
dist-n-of = { $n } of { $all }
dist-next = The next tile fits
dist-any = { $n ->
    [one] The only tile to come fits
   *[other] One of { $n } tiles to come fits
}
dist-free = free
dist-side = Edge at { $name }
dist-make-fit = Create the tile that fits
dist-make-about = Adds a kind of tile with these edges, and plain ground on the free sides.
dist-made = Created tile { $name }.
dist-no-edges = There are no edges to make a tile from.

# The tiles and their painter
tiles-filter = Filter: id, terrain, tag, edge
tiles-small = Small pictures
tiles-middling = Medium pictures
tiles-large = Large pictures
tiles-kinds = { $n ->
    [one] 1 kind of tile
   *[other] { $n } kinds of tile
}
tiles-chosen = { $n } selected
tiles-card = Tile { $name }, count { $n }
tiles-card-wrong = { $name }, with an error
tiles-unfinished = Unfinished: paint the parts at the sides of this tile.
tiles-card-unfinished = { $name }, unfinished
tiles-none = No tile matches.
tiles-none-yet = There are no tiles yet. Press “New” to create the first one.
tiles-new = New
tiles-new-id = New
tiles-copy = Copy
tiles-copy-long = Copy the selected tiles
tiles-remove = Remove
tiles-remove-long = Remove the selected tiles
tiles-earlier = Move the tile one place forward
tiles-later = Move the tile one place back
tiles-fewer = One fewer of each selected tile
tiles-more = One more of each selected tile
tiles-several = { $n } tiles are selected
tiles-several-about = Changes here apply to all of them, in one step. Select more with Ctrl or Shift and a click, all with Ctrl+A.
tiles-several-count = Count of each
tiles-several-fewer = One fewer of each
tiles-several-more = One more of each
tiles-several-differ = Counts from { $least } to { $most }
tiles-several-computed = { $n ->
    [one] The count of one tile is not a plain number and stays unchanged.
   *[other] The counts of { $n } tiles are not plain numbers and stay unchanged.
}
tiles-several-no-tags = none
tiles-several-some = on { $n } of { $all }
tiles-several-to-all = Add to all
tiles-several-give = Add the tag { $name } to all
tiles-several-take = Remove the tag { $name } from all
tiles-several-add-tag = Add a tag to all
tiles-several-tags-stay = { $n ->
    [one] The tags of one tile depend on options or on another pack and stay unchanged.
   *[other] The tags of { $n } tiles depend on options or on another pack and stay unchanged.
}
tiles-several-copy = Copy all { $n }
tiles-several-remove = Remove all { $n }
tiles-several-only = Select only { $name }
tiles-by-sides = Search by sides
tiles-by-sides-about = Search by sides: paint the edges that a tile must show, in any rotation
tiles-by-sides-paint = Choose what to find, then click sides. A side with “?” matches anything.
tiles-by-sides-any = anything
tiles-by-sides-clear = Clear this search
tiles-by-side = Searched side { $name }: { $shows }
tiles-by-edge = Find the edge { $name }
tiles-by-terrain = Find any edge with { $name }
tiles-base = { $name }: { $n ->
    [one] 1 tile to copy
   *[other] { $n } tiles to copy
}
tiles-base-about = Double-click a tile to copy it into this pack.
tiles-base-card = Tile { $name } of { $pack }
tiles-base-read-only = This tile belongs to { $name } and cannot be changed here. You can change a copy of it.
tiles-base-copy = Copy into this pack
tiles-base-change = Change it in this pack
tiles-base-change-about = Changes the tile itself in games that use this pack: only what you paint differs.
tiles-variants = Variants
tiles-variants-about = Options choose between these. You paint the variant that is selected here.
tiles-variant = Variant { $name }
tiles-variant-always = always
tiles-variants-share = All variants of the tile share its sides, so one variant cannot change them. Choose a path or an area that its sides already show.
tiles-paints-override = This tile changes a tile of another pack. Only the differences are written.
tiles-step-override = Change of { $name }
tiles-file-has-mistakes = Fix the file with the tiles first: { $name }
tiles-canvas = Picture of the tile { $name }
tiles-text = Text of the tile { $name }
tiles-open-file = Open in { $name }
tiles-cannot-read = The tile cannot be found in the current text of its file. Its text is still here.
tiles-tool-look = Inspect
tiles-tool-path = Path
tiles-tool-area = Area
tiles-tool-cut = Cut
tiles-tool-join = Join
tiles-tool-site = Site
tiles-tool-erase = Erase
tiles-tool-edge = Edge
tiles-tool-cells = Cells
tiles-hint-look = Point at a part to identify it and to change its tags.
tiles-hint-path = Drag from port to port, onto a part, to the middle for a crossing, or onto open ground to end there. Or click the two ends one by one.
tiles-hint-area = Click a side, or drag over several. With the keyboard: Space collects sides, Enter fills them.
tiles-hint-cut = Choose the sides of an area to split off. Space collects sides, Enter cuts.
tiles-hint-join = Drag from one part to another of the same terrain to join them.
tiles-hint-site = Click inside the tile to add a site that touches no side.
tiles-hint-erase = Click a part to remove it, or a port to clear its side.
tiles-hint-edge = Click a side to choose what it shows.
tiles-hint-cells = Click a dashed place to add a cell, or the middle of a cell to remove it.
tiles-with = Paint with
tiles-terrain = Terrain { $name }
tiles-turn-long = Turn the tile clockwise
tiles-mirror-long = Mirror the tile
tiles-clear-long = Clear the tile
tiles-show = Show
tiles-show-ports = Ports
tiles-show-segments = Segments
tiles-show-fields = Ground
tiles-show-picture = Own picture
tiles-show-touching = Touching parts
tiles-id = Id
tiles-count = Count
tiles-count-computed = Count: { $name } (change it in the text)
tiles-count-less = One fewer of this tile
tiles-count-more = One more of this tile
tiles-tags = Tags
tiles-part-tags = Tags of this { $name }
tiles-tag-add = Add a tag
tiles-tag-add-short = Add…
tiles-tag-less = One fewer of the tag { $name }
tiles-tag-more = One more of the tag { $name }
tiles-north = north
tiles-north-east = north-east
tiles-east = east
tiles-south-east = south-east
tiles-south = south
tiles-south-west = south-west
tiles-west = west
tiles-north-west = north-west
tiles-left = { $name } left
tiles-right = { $name } right
tiles-number = { $name } { $n }
tiles-of-cell = Cell { $n }: { $name }
tiles-port = Port { $name }, { $terrain }
tiles-side = Side { $name }, { $edge }
tiles-segment = Segment { $n }, { $terrain }
tiles-here = Here: { $name }
tiles-middle = Middle of the cell
tiles-place = Place for a cell at { $name }
tiles-has-tags = tags: { $name }
tiles-touches = touches { $name }
tiles-asks-meeting = This meets { $name }. What happens there?
tiles-asks-side = Which edge type on the { $name } side?
tiles-asks-place = Which piece of ground is it in?
tiles-asks-edge = What does the { $name } side show?
tiles-choice-crossing = They meet in a crossing and end there
tiles-choice-bridge = One passes over the other
tiles-choice-joined = They become one
tiles-choice-into = The new path ends there
tiles-choice-only = Only this end
tiles-choice-all = All ends of the part
tiles-choice-within = Between { $name }
tiles-choice-open = Leave it open
tiles-no-part = That part no longer exists.
tiles-no-terrain = This pack has no terrain “{ $name }”.
tiles-no-edge-type = There is no edge type “{ $name }”.
tiles-no-tag = There is no tag “{ $name }”.
tiles-bad-name = “{ $name }” is not a valid name here. Use letters, digits and _, and a name that is not taken.
tiles-bad-count = { $name } is not a count. A count is a whole number from 0 to 100000.
tiles-ground-alone = ground alone
tiles-no-edge = No edge type shows { $name } on the { $side } side. Add one under Data, Edges.
tiles-drag-no-end = A path starts at a side, a site or a path of the tile. Press there and drag.
tiles-drag-no-part = Drag from one part of the tile to the part to join it with.
tiles-drag-outside = The path ends outside the tile. Drag to a side, or to a place inside.
tiles-nothing-to-draw = There is nothing to paint between these places. A path starts or ends at a port.
tiles-wrong-terrain = { $name } cannot be painted this way: ground is derived from the other parts.
tiles-different-terrains = Parts of different terrains cannot be joined.
tiles-nothing-to-cut = The part has no other side to cut off.
tiles-too-many = The tile has reached its limit of parts or cells.
tiles-bad-place = A cell does not fit there.
tiles-last-cell = A tile needs at least one cell.
tiles-ground-follows = The ground written by hand no longer fits. It is derived from the other parts again.
tiles-ground-written = The ground cannot be derived from the other parts here, so it was written out.
tiles-gone = Painted over: { $name }
tiles-ends = These paths now end on the tile: { $name }
tiles-touches-less = These parts now touch less than the file says: { $name }
tiles-uncovered = No edge type shows ground alone, so the { $name } side stays unchanged.
tiles-why-override = This tile changes a tile of another pack and is incomplete without it, so it cannot be painted.
tiles-why-chip = This is a chip: it has no cells to paint.
tiles-why-alternatives = Options choose how this tile looks, so it cannot be painted. Alternatives: { $name }
tiles-why-computed = A value of this tile depends on options, so it cannot be painted.
tiles-why-unreadable = This tile cannot be painted: { $name }.
tiles-text-works = You can change its text below.
tiles-step-new = New tile { $name }
tiles-step-copy = Copy { $name }
tiles-step-remove = Remove { $name }
tiles-step-move = Move { $name }
tiles-step-count = Count of { $name }
tiles-step-id = Id of { $name }
tiles-step-tags = Tags of { $name }
tiles-step-path = Path on { $name }
tiles-step-area = Area on { $name }
tiles-step-cut = Cut on { $name }
tiles-step-join = Join on { $name }
tiles-step-site = Site on { $name }
tiles-step-erase = Erase on { $name }
tiles-step-edge = Edge of { $name }
tiles-step-cells = Cells of { $name }
tiles-step-turn = Turn { $name }
tiles-step-mirror = Mirror { $name }
tiles-step-clear = Clear { $name }

# Explanations of scores
why-none = No points have been scored yet.
why-count = { $n ->
    [one] One score
   *[other] { $n } scores
}
why-only-points = Only scores with points
why-all-seats = All seats
why-award = A rule gave these points directly.
why-lit = { $n ->
    [one] One tile is lit
   *[other] { $n } tiles are lit
}: { $place }
why-of-pack = Goes to the line. { $name } switches on this rule.

# The inspector
inside-features = Features
inside-graph = Graph
inside-ports = Open ports
inside-bags = Bags
inside-numbers = Numbers
inside-agenda = Agenda
inside-events = Events
inside-lines = Script lines
inside-lines-begin = Lines are counted from now on. Play on to see which ones run.
inside-lines-cannot = A rule is waiting for a choice. Counting starts after it.
inside-lines-are = { $n ->
    [one] One line ran in the last run of the rules
   *[other] { $n } lines ran in the last run of the rules
}
inside-filter-lines = Filter lines
inside-overlay = Show all on the board
inside-open-only = Only open features
inside-terrain = Terrain
inside-all-terrains = All terrains
inside-beside = Next to it:
inside-worth = Points from the rules
inside-worth-now = now
inside-worth-end = at the end
inside-worth-seen = From this player's view; hidden information is sampled.
inside-no-rule = No rule scores it then.
inside-complete = complete
inside-open = { $n ->
    [one] one open side
   *[other] { $n } open sides
}
inside-tiles = { $n ->
    [one] one tile
   *[other] { $n } tiles
}
inside-segments = { $n ->
    [one] one segment
   *[other] { $n } segments
}
inside-tag = { $name }: { $sum } on { $tiles ->
    [one] one tile
   *[other] { $tiles } tiles
}
inside-claim = { $seat } claims { $n }
inside-no-ground = Without ground
inside-graph-is = { $nodes } features; { $links } pairs touch on a tile. The numbers refer to the list.
inside-ports-are = { $n ->
    [one] One side faces no tile. Listed by the cell it faces.
   *[other] { $n } sides face no tile. Listed by the cell they face.
}
inside-beyond = beyond the board
inside-hand = Hand of { $name }
inside-aside = Set aside
inside-unseen = Not seen yet: { $all }, { $n } of them in bags
inside-unseen-unknown = Rules have put tiles into bags, so the remaining tiles are unknown.
inside-hidden = hidden
play-secret = Several players share this screen, and this shows a secret of one of them. It appears when the game is over.
play-nobody-looks = Shown only to the player who has the screen.
inside-supply = Supply
inside-booked = Points by source
inside-counters = Counters
inside-beside-board = off the board
inside-stage = { $stage }, turn { $n }
inside-stage-setup = Setup
inside-stage-play = Play
inside-stage-finish = Final scoring
inside-stage-over = Over
inside-waits = { $seat } chooses: { $name } ({ $n } options)
inside-waits-partly = { $seat } chooses: { $name } ({ $n } open options and some secret ones)
inside-waits-hidden = { $seat } chooses in secret.
inside-agenda-empty = The agenda is empty.
inside-list-setup = Setup
inside-list-turn = Turn
inside-list-finish = Final scoring
inside-list-closing = End of a turn
inside-list-own = A list from a rule
inside-part = { $list }: { $seat }, at step { $step }
inside-effect = Effect: { $name }
inside-replacing = A rule replaces: { $name }
inside-event = Rules react to: { $name }
inside-handler = A rule that may ask
inside-filter-events = Filter events
inside-events-are = { $n ->
    [one] One event
   *[other] { $n } events
}

# Open cells
holes-count = { $n ->
    [one] One open cell
   *[other] { $n } open cells
}
holes-on-board = On the board, below 50 %:
holes-about = With the knowledge of { $name }: the initial tiles of the bags, minus the tiles already seen. “Ever” counts all tiles left in bags, “own draw” those that this player draws in turn.
holes-about-all = With the knowledge that all players share: the initial tiles of the bags, minus the tiles already seen. “Ever” counts all tiles left in bags, “own draw” those that one player draws in turn.
holes-cell = Cell
holes-around = Around it: { $name }
holes-ever = Ever
holes-own = Own draw
holes-next = Next tile
holes-no-chance = None
holes-now = In play
holes-open = Open cell { $name }
holes-unknown = –
holes-fits = fits
holes-fits-not = no
holes-fitting = { $n ->
    [0] None of the remaining tiles fits.
    [one] One remaining tile fits.
   *[other] { $n } remaining tiles fit.
}
holes-try = Try with
holes-in-play = { $name } (in play)
holes-completes = completes { $name } ({ $tiles ->
    [one] one tile
   *[other] { $tiles } tiles
})
holes-extends = extends { $name } ({ $tiles ->
    [one] one tile
   *[other] { $tiles } tiles
})
holes-joins = joins { $name } ({ $tiles ->
    [one] one tile
   *[other] { $tiles } tiles
})
holes-left-open = { $n ->
    [one] , one side stays open
   *[other] , { $n } sides stay open
}
holes-surrounds = completes { $name } by surrounding it
holes-joins-nothing = joins nothing

# The timeline
news-trouble = The game cannot continue, but nothing is lost:
news-save = Save the record of the game
news-held = This game keeps its old rules; changes to the pack do not affect it.
news-release = Apply changes again
news-kept = The rules have changed; the game continues from the same position.
news-replayed = The declarations of the pack have changed, and the whole game was replayed.
news-shortened = The declarations of the pack have changed, and the old game cannot be replayed to its end.
news-file = The game in this file could not be replayed to its end.
news-own-packs = This game uses the versions that it was saved with.
news-other-packs = The packs have changed since this game was saved, but it still leads to this position.
news-renamed = Some names have changed since this game was saved.
news-played-with = At the table: { $name }. The open pack is a different one; changes to it do not affect this game.
news-other-version = It was saved with { $name } { $was }, which cannot be found; it is played with { $is }.
news-other-rules = It was saved with other rules of { $name } { $was }, which cannot be found.
news-called = “{ $from }” is now called “{ $to }”.
news-points = The same moves by the new rules: { $name }
news-points-seat = { $seat }: { $after } instead of { $before }
news-points-same = The same moves by the new rules give the same points.
news-refused = The game cannot continue with the changed pack; it keeps using the old one.
news-changed = Changed: { $name }
news-from = The new rules apply from move { $n } on. Points scored before are unchanged.
news-because = Why: { $name }
news-answers = { $answers } of { $of } moves were replayed, with the same draws.
news-stopped = At move { $n } the old game is no longer possible. Expected: { $expected }. Actual: { $actual }.
news-go-on = Continue from there
news-keep-old = Keep the old rules for this game
news-show-old = Keep the old game as a branch and compare
news-about = About the change
news-compare = Compare
news-no-old = The old game cannot be continued.
timeline-first = To the beginning
timeline-back = Back one move
timeline-forth = Forward one move
timeline-last = To the last move
timeline-slider = Move
timeline-one-branch = A different move in the past starts a new branch; this one is kept.
timeline-branch = Branch
timeline-name = Branch name
timeline-beside = Compare with
timeline-none = nothing
timeline-origin-start = The game
timeline-origin-answer = { $n }: other move { $at }
timeline-origin-rules = { $n }: other rules from move { $at }
timeline-start = The beginning
timeline-row = Turn { $turn }  ·  { $n }. { $what }
timeline-asked = { $seat }: { $question }
timeline-answered = { $seat }: { $question } – { $answer }
timeline-secret = secret
timeline-gone = This position can no longer be reached.
timeline-stops = The moves are no longer possible: { $name }
timeline-parts = The moves differ from number { $n } on.
timeline-rules-part = From move { $n } on, the same moves lead to different results.
timeline-by-its-rules = My moves with its rules
timeline-here = Here
timeline-there = There
timeline-same = The same position.
command-new-game = New game
command-games = My games…
command-save-game = Save game as…
command-open-game = Open saved game…
game-no-file = There is no file with this name.
command-play-on = Play on or pause
command-step = One bot move
command-step-back = One move back
command-step-forth = One move forward

# Rules, line by line
trace-about = Shows the rules of the last move line by line, with their values.
trace-of-test = { $name }: line by line
trace-none = No rule ran in this move.
trace-gone = This move was played by earlier rules, which are no longer used.
trace-beginning = The beginning
trace-move = Move { $n }
trace-failed = The move that failed
trace-function = in the function { $name }
trace-fails = The rule fails here: { $name }
trace-first = To the first line
trace-last = To the last line
trace-position = { $at } of { $n }
trace-missing = { $n ->
    [one] 1 further line is not recorded.
   *[other] { $n } further lines are not recorded.
}
trace-line = Line { $n }: { $text }
trace-line-current = Line { $n }, current line: { $text }
trace-line-break = Line { $n }, break line: { $text }
trace-line-both = Line { $n }, current line, break line: { $text }
trace-gutter = Break line { $n }
trace-gutter-set = Break line { $n }, set
trace-break-add = Makes this line a break line.
trace-break-remove = Makes this line an ordinary line.
trace-watch = Watch
trace-watch-example = an expression, such as sum * 2
trace-watch-unknown = Its names are not known at this line.
trace-watch-changes = The watched expression changes a value that the rules use. Watch an expression that only reads.
trace-values = Values
trace-no-values = None at this line
trace-changed = ● changed
trace-value = { $name } = { $value }
trace-value-changed = { $name } = { $value }, changed
trace-watched = Watched value: { $name }
trace-events = Events so far in this move

command-next-line = Next line of the rules
command-previous-line = Previous line of the rules
command-next-break = Next break line
command-previous-break = Previous break line
command-next-event = Next event in the rules

# Export and notes
report-page-points = Points
report-log = Log
report-save = Save and resume
report-test = Keep as a test
report-capsule = Capsule
report-point-source = Source
report-total = Total
report-over = These are the final scores.
report-under-way = The game is not over.
report-answers = Moves
report-chart = Scores over time
report-copy = Copy the log
report-log-save = Save the log
report-nothing = Nothing has happened yet.
report-save-about = A saved game is a record: you can resume it here, and replay it anywhere.
report-file = File of the game
report-save-now = Save the game
report-resume = Resume the game
report-resumed = The game continues after move { $n }.
report-replay-about = To check a record, run: tilewright replay FILE
report-everything = The file contains everything, even what other players hold or have chosen in secret: the game needs it to continue.
report-seen-save = Save what { $own ->
    [yes] { $name }
   *[no] seat { $n }
} has seen
report-seen-about = A file to read, with gaps for events that this player has not seen. It cannot be resumed.
report-saved = Written: { $name }
report-test-about = The game up to here becomes a test of the pack. It expects:
report-test-name = Name of the test
report-want-scores = the scores
report-want-sources = points by source
report-want-sheets = points of each score
report-want-supply = figures in supply
report-want-counters = counters
report-want-figures = places of figures
report-want-hands = tiles in hand
report-want-bags = tiles left in bags
report-want-tokens = tokens
report-want-set-aside = tiles set aside
report-want-decision = the current decision
report-want-options = all options
report-want-over = whether the game is over, and who wins
report-want-worth = worth of features with figures
report-as-course = the whole course of the game
report-as-board = as a board
report-as-board-about = The board at the start of this turn, and the moves in this turn.
report-no-board = This position cannot be written as a board: { $name }.
report-take-course = Use the course instead
report-test-make = Create test
report-example-about = An example for the rulebook: a picture of this position with a caption, and a test of the same name.
report-caption = Caption
report-example-make = Create example
report-capsule-about = A capsule is one file with the packs, the game, your notes and a picture that you can send to others.
report-notes = Notes
report-capsule-make = Create capsule
report-no-pack = The pack { $name } is no longer available.

# The setup of a game
try-setup = Setup…
try-setup-about = Sets up seats, packs to play together, and options.
try-other = More
setup-title = Setup
setup-fewer = Remove a seat
setup-more = Add a seat
setup-seat-name = Name of seat { $n }
setup-seat-colour = Colour of seat { $n }
setup-seat-chooser = Who plays seat { $n }
seat-orange = Orange
seat-blue = Blue
seat-yellow = Yellow
seat-black = Black
seat-pink = Pink
seat-sky = Sky blue
seat-green = Green
seat-white = White
seat-brown = Brown
seat-violet = Violet
seat-lime = Lime
seat-indigo = Indigo
setup-packs = Packs in play
setup-open = the open pack
setup-needed = needed by { $name }
setup-brings = also adds: { $name }
setup-refused = cannot be added: { $name }
setup-why-missing = a pack that it needs is not installed
setup-why-version = it needs another version of a pack in play
setup-why-together = its authors declare them incompatible
setup-why-cells = its tiles have a different shape
setup-why-start = each needs the middle of the table for its first tiles
setup-why-turn = each defines its own turn
setup-why-same = both define something with the same name
setup-why-options = an option in play does not allow it
setup-why-other = it is incompatible with the packs in play
setup-not-with = { $n ->
    [one] { $n } separate game that is incompatible with these
   *[other] { $n } separate games that are incompatible with these
}
setup-apart = a separate game
setup-looking = Looking for compatible packs…
setup-options = Options of { $name }
setup-default = default: { $name }
setup-on = on
setup-off = off
setup-excludes = “{ $option }” ({ $value }) cannot be combined with “{ $other }” ({ $now }): change “{ $other }”, or reset “{ $option }” to { $default }.
setup-needs = “{ $option }” ({ $value }) needs “{ $other }” to be { $values }, but it is { $now }: change “{ $other }”, or reset “{ $option }” to { $default }.
setup-gone = { $name } was chosen, but this option or value no longer exists.
setup-forget = Discard
setup-wrong = This setup cannot be played: { $name }
setup-wrong-now = These packs cannot be played together now; the game continues with the previous rules: { $name }
setup-wrong-next = The next game cannot start with this setup: { $name }
setup-ready = The next game will start with this setup.
setup-loading = Loading packs…
setup-begin = Start game
setup-plain = Only the open pack
setup-close = Close

# What tests protect
command-protect = Which lines do my tests protect?
protect-runs = Running the tests …
protect-tries = What tests protect: { $done } of { $n } changes tried
protect-stop = Stop
protect-title = Not protected by tests
protect-missed = No test runs this line.
protect-change = No test notices when { $name }.
protect-becomes = “{ $from }” becomes “{ $to }”
protect-always = “{ $name }” always holds
protect-never = “{ $name }” never holds
protect-turned = “{ $name }” is reversed
protect-left-out = “{ $name }” is left out
protect-default = “{ $name }” is { $to } by default instead of { $from }
protect-nth = { $change } (place { $n } on the line)
protect-next = Write a test that detects it. If it makes no difference in any game, list it in tests/equal.ron.
notice-protect = Tests detect { $noticed } of { $n } changes to the rules. Lines that no test runs: { $lines }.
notice-protect-fails = All tests must pass before you can see which lines they protect.

# Sharing
command-share = Share as one file…
share-trying = Checking the pack and running its tests …
share-writing = Writing the file …
share-progress = { $done } of { $n }
share-broke-off = The program failed at this step. Nothing was written.
share-unfit-findings = A pack with errors cannot be shared. These errors keep it from being played:
share-unfit-tests = A pack with failing tests cannot be shared. These tests fail:
share-unfit-lock = The lock file (tilewright.lock) does not match the installed packs. The command “tilewright lock” updates it.
share-unfit-files = The pack cannot be written to one file:
share-more = and { $n } more
share-place = File
share-replaces = A file with this name already exists and will be replaced.
share-sign = Sign it with my key
share-password = Password
share-password-hint = if the key has one
share-write = Write the file
share-written = Written: { $name }
share-size = Size
share-bytes = { $n ->
    [one] 1 byte
   *[other] { $n } bytes
}
share-content = Content
share-hash = Hash of the file
share-pack = Pack
share-changed-from = Changed from
share-licence = Licence
share-no-licence = none: others may not change or share the pack. Set “licence:” in pack.ron.
share-travels = What is included
share-files = { $n ->
    [one] 1 file
   *[other] { $n } files
}
share-tests-name = Tests
share-tests = { $n ->
    [one] 1 test is included, and passes
   *[other] { $n } tests are included, and all pass
}
share-no-tests = none
share-modules = Modules of the library
share-no-modules = none
share-picture-name = Picture
share-no-picture = none: the pack adds no tiles
share-picture = picture.png
share-drew = picture.png, drawn from its tiles; you can replace it with your own

# Packs from elsewhere
command-import = Open shared pack…
import-title = Shared pack
import-about = Choose a .tilepack file that you have received. You see what is in it first; nothing is installed until you confirm. You can also drop the file on the window.
import-look = Inspect
import-looking = Reading the file …
import-refused = Nothing was installed or written.
import-tiles = Its tiles
import-no-picture = Its tiles can be shown once the packs that it needs are installed.
import-by = By
import-no-licence = none: you may play it, but not share or change it
import-signed = Signed
import-here = Installed
import-needs = Needs
import-needs-nothing = no other packs
import-need-here = { $name } ({ $version } is installed)
import-need-other = { $name } (only { $version } is installed)
import-need-missing = { $name } (not installed)
import-needs-first = It needs { $name }, which is not installed.
import-no-shelf = You have no shelf to search for it. Add one under “Packs from others…”, or ask the sender for the packs that it needs.
import-on-no-shelf = It is not on your shelves: { $name }
import-on-shelf = On your shelf { $name }:
import-signed-by = signed: { $name }
import-careful = Warning
import-get-with = Install it with { $name }
import-need-other-key = A pack that it needs is signed with a different key than before. Inspect that pack first, under “Packs from others…”.
import-conflicts = Incompatible with
import-certificate = Certificate
import-claimed = { $n } games with { $name } tried, according to the author
import-tests = { $n ->
    [one] 1 file with tests; they run before the pack is installed
   *[other] { $n } files with tests; they run before the pack is installed
}
import-options = { $n ->
    [one] 1 option
   *[other] { $n } options
}
import-rules = { $n ->
    [one] 1 rule module
   *[other] { $n } rule modules
}
import-of-library = from the library
import-of-pack = from the pack
import-changes = It replaces, or changes the choices at: { $name }.
import-own-modules = It uses its own { $name }, which differs from the one in this program.
import-same = Exactly this pack is already installed.
import-none-here = It is not installed.
import-older-here = { $name }, an older version, is installed and stays installed.
import-newer-here = { $name } is already installed; this one is not newer.
import-in-front = Your own pack in { $name } has the same name and is played instead.
import-replaces-bundled = A pack with this name is included in the program; once installed, this one is played instead.
import-differs = You have had another pack with this name and version. Ask its author for a new version; this one is not installed.
import-other-key = Warning: this pack is signed with a different key.
import-other-key-about = Your installed pack stays unchanged. Ask the author, not the sender of the file, whether the new key is theirs.
import-accept = To accept the new key, type { $name }:
import-unplayable = It cannot be played here: { $name }
import-install = Install
import-once = Play once
import-once-about = Plays it unchanged, without installing it.
import-mine = Make it mine…
import-mine-about = Makes a copy with its own name that you can change.
import-trying = Running its tests …
import-installing = Installing …
import-installed = Installed: { $name }
import-anyway = Install it anyway
import-anyway-about = Nothing was installed. The pack may be broken, or made for another version of this program: tell its author.
visit-about = { $name } is played unchanged; this game is not saved.
visit-here = { $name } is played unchanged.
author-nobody = no: you cannot tell whether an update comes from the same author
author-new = with a key that is new here, and remembered once you install the pack: { $name }
author-known = with the same key as before
author-spare = with { $came }, the spare key that its author had named; it replaces { $had }
author-other = It was signed with the key { $had }; this one is signed with { $came }.
author-gone = It was signed with the key { $name }; this one is not signed.
tried-none = { $name } has no tests.
tried-long = The tests of { $name } take too long to run all of them.
tried-hold = All { $n } tests of { $name } pass here.
tried-fail = { $failed } of { $n } tests of { $name } fail here:

# Shelves
share-title = Share as one file
command-shelves = Packs from others…
shelves-title = Packs from others
shelves-search = Search
shelves-look = Refresh
shelves-looking = Reading the shelves …
shelves-update-all = { $n ->
    [one] Update 1 pack
   *[other] Update { $n } packs
}
shelves-add = Add a shelf…
shelves-add-about = A shelf is a folder of packs, on this computer or on the web. Its owner decides which packs are on it. Only add shelves of people you know.
shelves-address = Address or folder
shelves-name = Your name for it (lower case)
shelves-unsafe = Over http, others on the network can change the packs. Ask for an address with https.
shelves-add-it = Add it
shelves-added = The shelf { $name } was added.
shelves-forget = Forget
shelves-forget-named = Forget the shelf { $name }
shelves-forgotten = The shelf { $name } was forgotten. Packs installed from it stay installed.
shelves-shelf = { $name }: { $title }
shelves-offline = not reachable, last known packs shown: { $name }
shelves-none = You have no shelf yet. Add one whose address you know, or open a pack file that you have received.
shelves-nothing = Nothing matches.
shelves-choose = Choose a pack to see its details.
shelves-not-here = not installed
shelves-here = { $name } is installed
shelves-newer = { $name } is installed; a newer version is available
shelves-withdrawn-here = { $name } is installed and was withdrawn
shelves-withdrawn = Withdrawn: { $name }
shelves-withdrawn-instead = Withdrawn: { $why } Use { $instead } instead.
shelves-on = On the shelf { $name }
shelves-versions = Versions
shelves-install = Install { $name }…
shelves-there = { $name } is installed.
shelves-beside = { $name } is installed and stays installed.
shelves-comes-along = Added because another pack needs it.
shelves-planning = Finding and downloading the packs that are needed (in KiB) …
shelves-fetching = Downloading (in KiB) and running its tests …
shelves-play = Play
shelves-remove = Remove
shelves-remove-about = Removes all its versions. Games saved with it need it again. Its key is remembered.
shelves-removed = Removed: { $name }
shelves-far = Get the packs it needs from any shelf

# Files of a pack
command-new-rule = New rule…
command-new-file = New file…
new-rule-about = A rule is a small file in Lua. It starts as a working rule, with its own fields in the form under Rules.
new-rule-score = Score a feature
new-rule-score-about = Sets what a terrain is worth.
new-rule-amend = Change a score
new-rule-amend-about = Adds to the score of a terrain, doubles it, or cancels it.
new-rule-react = React to an event
new-rule-react-about = Does something whenever a tile is placed, a figure is deployed or a feature is finished.
new-rule-ask = Ask a player
new-rule-ask-about = Adds a step in which the player chooses. Put it into the turn in the Turn pane.
new-file-about = Rules go into rules/, tests into tests/, texts into texts/; data can be anywhere.
file-path = Path in the pack
file-bad-name = Use a name that ends in .ron, .lua or .md, with letters, digits, _ and -; separate folders with /.
file-is-there = A file with that name already exists.
file-other-end = Keep the extension: it shows what kind of file this is.
rename-file = Rename { $name }
rename-file-about = If the pack uses a renamed rule, the name is updated there as well.
rename-file-do = Rename
step-new-file = new file { $name }
file-open = Open
file-rename = Rename…
file-duplicate = Duplicate
file-delete = Delete
file-deleted = Deleted { $name }. Undo restores it; the folder changes when you save.

# The handbook
command-handbook = Handbook
handbook-search = Search all pages
handbook-chapters = Chapters
handbook-recipes = Recipes
handbook-read-mes = Pack readmes
handbook-rules = Reference: rules
handbook-format = Reference: files of a pack
handbook-none = No page contains these words.
handbook-english = Handbook and reference are in English.
handbook-copy = Copy
explain-handbook = In the handbook: { $name }
explain-reference = In the reference

# Hints
hint-ask = Hint
hint-about = Asks a bot what it would do here and why.
hint-title = What a far-sighted bot would do
hint-thinking = { $n ->
    [0] Looking at the choices…
   *[other] Games played on from here so far: { $n }
}
hint-done = Games played on from here: { $n }. Point at a choice to see it on the board.
hint-none = The bot has no hint for this decision.
hint-option = Choice
hint-option-about = The best choice comes first.
hint-lead = Ahead by
hint-lead-about = Expected lead over the best opponent later, in points; ± is the margin of error.
hint-own = You gain
hint-own-about = Points that you gain from now until then.
hint-others = The best opponent gains
hint-others-about = Points that the opponent with the largest gain gets from now until then.
hint-tried = Tried
hint-tried-about = Number of games played on from here that began with this choice.
hint-choose = Follow the hint: { $name }

# Games over the network
command-hosted-games = Network games…
hosted-title = Network games
hosted-about = Games of tables that this machine has hosted, with the notes of their players. A game opens with the packs of its table.
hosted-none = No network games have been found.
hosted-folder = Folder of a table, or of an export
hosted-no-table = There are no files of a table in this folder.
hosted-open-this = Open { $name }
hosted-notes = { $n ->
    [one] 1 note
   *[other] { $n } notes
}
hosted-opened = { $n ->
    [0] The game of the table is open. Its players wrote no notes.
    [one] The game of the table is open with one note.
   *[other] The game of the table is open with { $n } notes.
}
notes-title = { $n ->
    [one] 1 note of the players
   *[other] { $n } notes of the players
}
notes-look-as = Show the view of
notes-look-everyone = everyone
notes-look-own = me
notes-onlooker = Onlooker
notes-stuck = stuck
notes-unclear = unclear
notes-unfair = unfair
notes-fun = fun
notes-place = at { $name }
notes-at = { $n ->
    [0] before the first move
    [one] after 1 move
   *[other] after { $n } moves
}
notes-end = at the end
try-guest = guest

# Players at other machines
command-invite = Invite players…
invite-title = Invite players
invite-about = Guests play this game in a browser, each with a link and without an account. You play your seat here.
invite-more = More
invite-more-about = At first, only this computer reaches the table. For guests in the same network, enter the address of this computer. For guests elsewhere, enter the address of a web server that passes their connections on.
invite-listen = Address in the network
invite-public = Web server
invite-open = Connections of guests are not encrypted.
invite-consent = The page tells each guest that you get the moves, the times and the notes. This computer stores all hidden information.
invite-begin = Invite
invite-no-guest = Choose a guest for at least one seat.
invite-bad-listen = The address is not valid. Example: 192.168.1.5:7412
invite-bad-public = The web server is not valid. Example: https://play.example
invite-other-rules = The saved pack and the rules of this game differ. Save the pack and start a new game to invite players.
invite-arranged = This position was arranged, so guests cannot continue it. Start a new game to invite players.
invite-links = Send each player the link of a seat. Everyone who has a link can use it.
invite-here = here
invite-away = away
invite-onlookers = Onlookers
invite-onlooker-count = { $n ->
    [0] none here
   *[other] { $n } here
}
invite-copy = Copy
invite-copy-of = Copy link: { $name }
invite-rules = Guests play with the rules of the invitation until you give them your changes, or close the table.
invite-reload = Give guests the changed pack
invite-reload-errors = The pack has errors. Fix them before you give it to your guests.
invite-reloaded = Guests play with the changed pack. Moves that remain: { $kept } of { $of }
invite-offer = The changed rules allow { $kept } of { $of } moves: { $name }
invite-offer-take = Continue after these moves
invite-offer-keep = Keep the rules
invite-look-about = All guests are notified when you look at the view of another player.
invite-close = Close the table
invite-closed = The table is closed. Its game and notes are under Game > Network games.
invite-present = Guests: { $here } of { $n } here
invite-noted = A player wrote a note. It is in the timeline.
invite-refused = The table did not accept this: { $name }
invite-paused = The game is paused: { $name }
invite-differs = The game here differs from the game of the guests. Close the table, and open its game under Network games.
invite-elsewhere = You can move only at the last position of the game.
invite-wish = { try-seat } wants to take a move back.
invite-wish-own = The other players decide whether you take a move back.
invite-agree = Agree
invite-refuse = Refuse
invite-behind = { $n ->
    [0] You are looking at an earlier position. The game of the guests continues.
    [one] You are looking at an earlier position. One new move was made.
   *[other] You are looking at an earlier position. { $n } new moves were made.
}
invite-return = Return to the game
