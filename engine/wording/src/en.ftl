# Sentences about games, for all interfaces.

seat = Seat { $number }
list = { $names } and { $last }
at = { $name } at { $cell }
turned = { $degrees ->
    [0] not turned
   *[other] turned { $degrees }°
}

# Events
placed = { $seat } places { $tile } at { $cell }.
placed-turned = { $seat } places { $tile } at { $cell }, { $turned }.
taken-up = { $seat } takes up { $tile } at { $cell }.
taken-in-hand = { $seat } takes up { $tile } at { $cell }, into the hand of { $holder }.
tile-replaced = { $seat } replaces the tile at { $cell } with { $tile }.
part-added = { $seat } adds { $part } to { $tile } at { $cell }.
tile-moved = { $seat } moves { $tile } from { $from } to { $cell }, { $turned }.
tile-turned = { $seat } turns { $tile } at { $cell }, now { $turned }.
covered = { $seat } covers { $tile } at { $cell }.
uncovered = { $tile } at { $cell } is uncovered again.
looked-under = { $seat } looks at the face-down tile at { $cell }.
looked-at = { $seat } looks at the face-down tile at { $cell }: { $tile }.
turned-up = { $seat } turns up { $tile } at { $cell }.
turned-down = { $seat } turns { $tile } at { $cell } face down.
deployed = { $seat } puts { $figure } on { $place }.
figure-moved = { $seat } moves { $figure } from { $from } to { $place }.
drawn = { $seat } draws { $tile } from { $bag }.
set-aside = { $tile } has no fitting place and is set aside.
rolled = { $seat } rolls { $face } with { $die }.
points = { $seat } gets { $points ->
    [one] { $points } point
   *[other] { $points } points
} for { $source }.
points-and-score = { $seat } gets { $points ->
    [one] { $points } point
   *[other] { $points } points
} for { $source } and now has { $score }.
counted = { $counter } { $amount }.
counted-for-seat = { $seat }: { $counter } { $amount }.
counted-on-figure = { $counter } of { $figure } ({ $seat }) { $amount }.
counted-on-place = { $counter } of { $place } { $amount }.
token-moved = { $token } moves to { $place }.
token-left = { $token } leaves the board.
hidden-tile = A tile
put-back = { $tile } goes into { $bag }.
taken-out = { $tile } is taken out of { $bag }.
slot-filled = { $tile } goes to { $place }.
slot-emptied = { $tile } leaves { $place }.
shuffled = { $bag } is shuffled.
board-changed = The size of the board changes.
begins = { $seat } begins.
handed-over = { $giver } passes the turn to { $seat }.
retired = { $seat } retires.
last-turn-over = The last turn is over; the final scoring follows.

# Ends
game-over = The game is over.
result = { $result }.
wins = { $seat } wins.
win-shared = { $seats } share the win.
all-win = All players win together.
no-winner = No player wins.
tie-decided = Tied on points: { $counter } decides ({ $values }).

# Points
no-points = no points
item-per = { $label } { $count } × { $each } = { $points }
item-raise = { $label }: { $raised } { $count } × { $each } = { $points }
item-void = { $label }: void, { $before } becomes { $after }
item-times = { $label }: { $before } × { $count } = { $after }
item-scale = { $label }: { $before } × { $count }/{ $each }, rounded up = { $after }
item-seat = { $label } { $count } × { $each } = { $points } for { $seat }, with a share
item-always = { $label } { $count } × { $each } = { $points } for { $seat }
item-separate = { $label } { $count } × { $each } = { $points } for { $seat }, as a separate award
worth = Worth { $points }
claims-none = No player has a claim
claims-majority = The largest claim gets it ({ $claims })
claims-each = Every player with a claim gets it ({ $claims })
claims-multiplied = Every player gets it, multiplied by the claim ({ $claims })
claims-owner = It is on the plane of { $seat }
rank-order = { $higher }, then { $lower }
claims-ranks = By rank, each half of the previous rank, rounded up ({ $claims })

# Tiles that do not fit
misfit = { $tile } does not fit at { $cell }
turn-fits = { $turned }: fits
turn-refused = { $turned }: { $obstacles }
obstacle-tile = a tile is already there
obstacle-height = the tiles there are not as high as under its first part
obstacle-board = the board ends there
obstacle-alone = no adjacent tile
obstacle-plane = the player may not place tiles on this plane
obstacle-turn = it is never placed in this rotation
obstacle-edge = { $side } shows { $own }, the tile at { $cell } shows { $met }
obstacle-rim = { $side } shows { $own }, the rim of the board shows { $met }
obstacle-rule = a rule excludes it
