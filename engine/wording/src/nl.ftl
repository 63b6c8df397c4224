# Zinnen over spellen, voor alle onderdelen van het programma.

seat = Speler { $number }
list = { $names } en { $last }
at = { $name } op { $cell }
turned = { $degrees ->
    [0] niet gedraaid
   *[other] { $degrees }° gedraaid
}

# Gebeurtenissen
placed = { $seat } legt { $tile } op { $cell }.
placed-turned = { $seat } legt { $tile } op { $cell }, { $turned }.
taken-up = { $seat } neemt { $tile } weg van { $cell }.
taken-in-hand = { $seat } neemt { $tile } weg van { $cell }, voor de hand van { $holder }.
tile-replaced = { $seat } vervangt de tegel op { $cell } door { $tile }.
part-added = { $seat } voegt { $part } toe aan { $tile } op { $cell }.
tile-moved = { $seat } verschuift { $tile } van { $from } naar { $cell }, { $turned }.
tile-turned = { $seat } draait { $tile } op { $cell }, nu { $turned }.
covered = { $seat } bedekt { $tile } op { $cell }.
uncovered = { $tile } op { $cell } ligt weer open.
looked-under = { $seat } kijkt wat er gedekt ligt op { $cell }.
looked-at = { $seat } kijkt wat er gedekt ligt op { $cell }: { $tile }.
turned-up = { $seat } draait { $tile } open op { $cell }.
turned-down = { $seat } draait { $tile } dicht op { $cell }.
deployed = { $seat } zet { $figure } op { $place }.
figure-moved = { $seat } verplaatst { $figure } van { $from } naar { $place }.
drawn = { $seat } trekt { $tile } uit { $bag }.
set-aside = { $tile } past nergens en wordt weggelegd.
rolled = { $seat } gooit { $face } met { $die }.
points = { $seat } krijgt { $points ->
    [one] { $points } punt
   *[other] { $points } punten
} voor { $source }.
points-and-score = { $seat } krijgt { $points ->
    [one] { $points } punt
   *[other] { $points } punten
} voor { $source }, en heeft er nu { $score }.
counted = { $counter } { $amount }.
counted-for-seat = { $seat }: { $counter } { $amount }.
counted-on-figure = { $counter } van { $figure } ({ $seat }) { $amount }.
counted-on-place = { $counter } van { $place } { $amount }.
token-moved = { $token } gaat naar { $place }.
token-left = { $token } verlaat het bord.
hidden-tile = Een tegel
put-back = { $tile } gaat in { $bag }.
taken-out = { $tile } wordt uit { $bag } genomen.
slot-filled = { $tile } komt in { $place }.
slot-emptied = { $tile } gaat weg uit { $place }.
shuffled = { $bag } wordt geschud.
board-changed = Het bord verandert van grootte.
begins = { $seat } begint.
handed-over = { $giver } geeft de beurt door aan { $seat }.
retired = { $seat } doet niet meer mee.
last-turn-over = De laatste beurt is voorbij; wat over is wordt geteld.

# Einde
game-over = Het spel is afgelopen.
result = { $result }.
wins = { $seat } wint.
win-shared = { $seats } delen de winst.
all-win = Iedereen wint samen.
no-winner = Niemand wint.
tie-decided = Gelijke punten: { $counter } beslist ({ $values }).

# Punten
no-points = niemand krijgt iets
item-per = { $label } { $count } × { $each } = { $points }
item-raise = { $label }: { $raised } { $count } × { $each } = { $points }
item-void = { $label }: vervalt, { $before } wordt { $after }
item-times = { $label }: { $before } × { $count } = { $after }
item-scale = { $label }: { $before } × { $count }/{ $each }, naar boven afgerond = { $after }
item-seat = { $label } { $count } × { $each } = { $points } voor { $seat }, als die deelt
item-always = { $label } { $count } × { $each } = { $points } voor { $seat }
item-separate = { $label } { $count } × { $each } = { $points } voor { $seat }, apart gegeven
worth = Waard: { $points }
claims-none = Niemand heeft er recht op
claims-majority = De grootste aanspraak krijgt het ({ $claims })
claims-each = Iedereen met een aanspraak krijgt het ({ $claims })
claims-multiplied = Iedereen krijgt het zo vaak als de aanspraak zegt ({ $claims })
claims-owner = Het ligt op het vlak van { $seat }
rank-order = { $higher }, dan { $lower }
claims-ranks = Naar rang, elk de helft van de vorige, naar boven afgerond ({ $claims })

# Tegels die niet passen
misfit = { $tile } past niet op { $cell }
turn-fits = { $turned }: past
turn-refused = { $turned }: { $obstacles }
obstacle-tile = daar ligt al een tegel
obstacle-height = tegels liggen daar hoger of lager dan onder zijn eerste deel
obstacle-board = daar houdt het bord op
obstacle-alone = er ligt geen tegel naast
obstacle-plane = de speler mag op dit vlak geen tegels leggen
obstacle-turn = zo gedraaid wordt hij nooit gelegd
obstacle-edge = { $side } toont { $own }, de tegel op { $cell } toont { $met }
obstacle-rim = { $side } toont { $own }, de rand van het bord toont { $met }
obstacle-rule = een regel haalt het weg
