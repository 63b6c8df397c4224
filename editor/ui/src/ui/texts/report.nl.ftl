# Wat een verslag zegt. Getallen komen met hun interval: `{ $share }` wordt geschreven als `12,0 % (11,0 tot 13,0)`.
report-name = { $name }
report-watch = Spel { $game } laat het zien.
report-flags = Wat opvalt
report-seats = Spelers
report-scores = Eindstanden
report-course = Verloop
report-points = Punten
report-figures = Figuren
report-length = Duur
report-tiles = Tegels
report-choices = Keuzes
report-pack-options = Opties van de pakketten

report-flag-seat = Speler { $seat } is in het voordeel: die wint { $share } van { $games } spellen, waar { $fair } % eerlijk zou zijn.
report-flag-worth-more = `{ $kind }` is een meevaller: deze tegel trekken geeft { $points } punten voorsprong meer dan een andere trekken ({ $drawn } keer getrokken).
report-flag-worth-less = `{ $kind }` is een tegenvaller: deze tegel trekken geeft { $points } punten voorsprong minder dan een andere trekken ({ $drawn } keer getrokken).
report-flag-aside = `{ $kind }` is vaak dood: bij { $share } van de { $drawn } keer dat deze tegel getrokken wordt, past hij nergens.
report-flag-never = Bijna niemand wil `{ $what }` bij `{ $ask }`: het wordt gekozen in { $share } van de { $offered } gevallen waarin er ook iets anders te kiezen is.
report-flag-always = Bijna niemand wil iets anders dan `{ $what }` bij `{ $ask }`: het wordt gekozen in { $share } van de { $offered } gevallen waarin er ook iets anders te kiezen is.
report-flag-decides = `{ $book }` beslist: het maakt { $share } uit van de voorsprong waarmee { $games } spellen gewonnen werden.
report-flag-decides-nothing = `{ $book }` brengt punten en beslist niets: het maakt { $share } uit van de voorsprong waarmee { $games } spellen gewonnen werden.
report-flag-unbooked = Niemand krijgt iets onder `{ $book }`: er wordt iets op geboekt in { $share } van { $games } spellen.
report-flag-unused = Niemand gebruikt een `{ $figure }`: er wordt er een ergens gezet in { $share } van { $games } spellen.
report-flag-option = `{ $option }` verandert niets: { $share } van { $games } begingetallen eindigen met andere punten of na een ander aantal beurten.
report-flag-another = Er valt nog één ding op.
report-flag-others = Er vallen nog { $count } dingen op.
report-flags-asked = Dat is wat { $asked } vragen hebben gevonden, alle samen bekeken: ongeveer één op de tien dingen die hier staan kan toeval zijn.
report-flags-none = Niets is dood en niets beheerst het spel, voor zover { $asked } vragen dat zeggen.
report-flags-chart = De aandelen die opvallen.

report-seat = speler { $seat }
report-seat-wins = Speler { $seat } wint { $share } van de spellen.
report-seat-ahead = Speler { $seat } wint { $share } van de spellen, en staat gemiddeld { $points } punten voor op de anderen.
report-seat-behind = Speler { $seat } wint { $share } van de spellen, en staat gemiddeld { $points } punten achter op de beste van de anderen.
report-seats-unequal-1000 = De spelers zijn niet gelijk: zo ongelijke winst komt door toeval voor in minder dan 1 op de 1.000 zulke verslagen.
report-seats-unequal-100 = De spelers zijn niet gelijk: zo ongelijke winst komt door toeval voor in minder dan 1 op de 100 zulke verslagen.
report-seats-unequal = De spelers zijn niet gelijk: zo ongelijke winst komt door toeval voor in { $cases } op de 100 zulke verslagen.
report-seats-equal = Niets spreekt tegen gelijke spelers: zo ongelijke winst komt door toeval voor in { $cases } op de 100 zulke verslagen.
report-wins-chart = Aandeel gewonnen spellen; de lijn is waar de waarheid ligt.

report-score = De helft van de eindstanden is hoogstens { $middle }; 90 van de 100 liggen van { $low } tot { $high }.
report-margin = In het middelste van alle spellen staat de winnaar { $middle } punten voor; 90 van de 100 liggen van { $low } tot { $high }.
report-close = In { $share } van de spellen heeft de tweede minstens 95 % van de punten van de winnaar.

report-lead-changes = Een andere speler neemt { $times } keer in een spel de leiding, naar de punten die allen hebben en zouden krijgen aan het eind van elke beurt.
report-behind = De latere winnaar staat achter na { $share } van de beurten, met { $points } punten dan.
report-decided = Een spel is beslist na { $share } van zijn beurten: van daar af heeft de latere winnaar een kans van { $chance } % of meer. De kans volgt uit de voorsprong in { $fitted } spellen; van wie hem in { $compared } andere had, won { $kept }.
report-undecided = Dit zijn te weinig spellen om te zeggen wanneer er een beslist is.
report-course-chart = Aandelen van de beurten van een spel.
report-course-behind = winnaar achter
report-course-decided = beslist na

report-source = `{ $book }` geeft { $share } van alle punten, { $points } in een spel.
report-source-takes = `{ $book }` neemt in een spel { $points } punten af, { $share } van alle die worden gegeven.
report-phases = Van de punten van `{ $book }` komt { $first } in het eerste derde van de beurten, { $second } in het tweede, { $third } in het laatste, en { $end } in de eindtelling.
report-victory = `{ $book }` maakt { $share } uit van de voorsprong waarmee spellen gewonnen worden.
report-victory-against = Van `{ $book }` heeft de tweede meer dan de winnaar, { $share } van de voorsprong waarmee spellen gewonnen worden.
report-first-third = { $book }, eerste derde
report-second-third = { $book }, tweede derde
report-last-third = { $book }, laatste derde
report-last-scoring = { $book }, eindtelling
report-phases-chart = Wanneer punten komen: aandelen van wat onder elke naam geboekt wordt, per derde van de beurten.
report-victory-chart = Wat beslist: aandelen van de voorsprong van de winnaar op de tweede.
report-points-chart = Punten van alle spelers samen in een spel, naar waaronder ze geboekt zijn.

report-figure = Een `{ $figure }` wordt { $times } keer in een spel ergens gezet, blijft { $turns } beurten, en brengt zijn eigenaar elke keer { $points } punten.
report-idle = Van de beurten dat een `{ $figure }` ergens staat, zijn er { $share } voor niets: hij staat op wat zijn eigenaar nooit een punt geeft zolang hij er is.
report-none-at-home = Aan het begin van { $share } van de beurten heeft de speler geen figuur thuis om een gebied mee te nemen.
report-left-open = { $count } gebieden van `{ $terrain }` liggen open aan het eind van een spel, { $share } van alle.
report-idle-chart = Aandelen van de beurten van figuren die voor niets zijn.
report-left-open-chart = Aandelen van gebieden die aan het eind open liggen.

report-turns = Een spel heeft { $middle } beurten; 90 van de 100 spellen hebben er van { $low } tot { $high }.
report-minutes = Het duurt ongeveer { $middle } minuten (met 4 seconden voor een beslissing en een kwart meer voor elke mogelijkheid); 90 van de 100 spellen duren van { $low } tot { $high }.
report-options = Een beslissing heeft { $middle } mogelijkheden; 90 van de 100 hebben er van { $low } tot { $high }.

report-worth-more = `{ $kind }` trekken geeft { $points } punten voorsprong meer dan een andere tegel trekken.
report-worth-less = `{ $kind }` trekken geeft { $points } punten voorsprong minder dan een andere tegel trekken.
report-worth-none = Geen soort springt eruit als meer of minder waard dan de andere.
report-worth-another = Nog één soort springt eruit.
report-worth-others = Nog { $count } soorten springen eruit.
report-aside = `{ $kind }` past nergens bij { $share } van de { $drawn } keer dat hij getrokken wordt.
report-aside-none = Geen soort past nergens bij meer dan 1 op de 1.000 keer dat er getrokken wordt.
report-places-fewest = `{ $kind }` heeft de minste plaatsen, { $places } als iemand hem legt; elke stand van de tegel telt mee.
report-places-most = `{ $kind }` heeft de meeste plaatsen, { $places } als iemand hem legt.
report-places-chart = Plaatsen voor een tegel als iemand hem legt; elke stand van de tegel telt mee.
report-choice = Bij `{ $ask }` wordt `{ $what }` gekozen in { $share } van de { $offered } gevallen waarin er ook iets anders te kiezen is.
report-choice-name = { $ask }: { $what }
report-choices-chart = Aandelen van de gevallen waarin iets gekozen wordt als het naast iets anders te kiezen is.
report-worth-chart = Punten voorsprong die een tegel trekken geeft, meer dan een andere trekken.

report-option = Met `{ $option }` heeft een speler { $points } punten meer, een spel { $turns } beurten meer, en de eerste speler { $lead } punten voorsprong meer, bij dezelfde { $games } begingetallen. Minder dan niets is minder.
report-option-solo = Met `{ $option }` heeft een speler { $points } punten meer en een spel { $turns } beurten meer, bij dezelfde { $games } begingetallen. Minder dan niets is minder.
report-option-none = `{ $option }` maakt geen verschil dat { $games } begingetallen tonen: { $points } punten meer voor een speler, { $turns } beurten meer.
report-options-chart = Punten die een speler meer heeft met een andere waarde van een optie.

report-ladder = Een ladder van vaardigheid
report-rung-step = `{ $bot }` is een trede boven `{ $best }`: die wint { $share } van { $games } spellen met gewisselde plaatsen, en staat gemiddeld { $points } punten voor.
report-rung-ahead = `{ $bot }` is geen duidelijke trede boven `{ $best }`: die wint { $share } van { $games } spellen met gewisselde plaatsen, en staat gemiddeld { $points } punten voor.
report-rung-behind = `{ $bot }` is geen duidelijke trede boven `{ $best }`: die wint { $share } van { $games } spellen met gewisselde plaatsen, en staat gemiddeld { $points } punten achter.
report-rung-below = `{ $bot }` is zwakker dan `{ $best }`: die wint { $share } van { $games } spellen met gewisselde plaatsen, en staat gemiddeld { $points } punten achter.
report-rung-unknown = `{ $bot }` en `{ $best }` zijn in geen spel aan het eind gekomen.
report-rungs = De ladder heeft { $steps } treden van de { $rungs } die geprobeerd zijn; een trede wint { $share } % van zijn spellen of meer tegen de laatste trede ervoor. Hoe meer treden, hoe meer er te leren is.
report-rung-name = { $bot } tegen { $best }
report-rungs-chart = Aandelen van de spellen die elk wint tegen de laatste trede eronder.
