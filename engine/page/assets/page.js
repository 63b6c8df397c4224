"use strict";
// Shows the cards of a shelf in which all words occur.
(() => {
  const words = document.getElementById("words");
  if (!words) return;
  const cards = [...document.querySelectorAll(".shelf > li")].map((card) => [card, card.textContent.toLowerCase()]);
  const found = document.getElementById("found");
  const search = () => {
    const wanted = words.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const [card, text] of cards) {
      card.hidden = !wanted.every((word) => text.includes(word));
      if (!card.hidden) count += 1;
    }
    const numbers = [count, cards.length];
    found.textContent = found.dataset.words.replaceAll("{}", () => numbers.shift());
  };
  words.addEventListener("input", search);
  document.getElementById("search").hidden = false;
  search();
  document.body.dataset.cards = cards.length;
})();
// Steps through the game of a page. The log stands in the page; positions stand in a block of data: every tenth in
// full, the others by what is otherwise than just before.
(() => {
  const block = document.getElementById("game-data");
  if (!block) return;
  const data = JSON.parse(block.textContent);
  const part = (id) => document.getElementById(id);
  const entries = [...document.querySelectorAll("#log > li")];
  const drawn = { tiles: new Map(), empty: new Map(), standing: new Map() };
  let eyes = data.eyes[0];
  let stops = [];
  let now = 0;
  let playing = 0;

  const say = (key, ...values) => data.words[key].replaceAll("{}", () => values.shift());

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };

  // The position of a number, as a map from names to what they stand for.
  const position = (number) => {
    const all = new Map();
    for (let i = number - (number % 10); i <= number; i++) {
      for (const [name, value] of Object.entries(data.positions[i])) {
        if (value === null) all.delete(name);
        else all.set(name, value);
      }
    }
    return all;
  };

  const of = (all, letter) => [...all].filter(([name]) => name[0] === letter);

  // What all eyes see alike, or else what these see.
  const seen = (all, name) => all.get(name) ?? all.get(`${name}@${eyes}`);

  // The rows whose names begin so, by their numbers.
  const rowsOf = (all, begin) => {
    const numbers = [...all.keys()].filter((name) => name.startsWith(begin)).map((name) => parseInt(name.slice(begin.length)));
    const sorted = [...new Set(numbers)].sort((a, b) => a - b);
    return rows(sorted.map((number) => seen(all, begin + number)).filter(Boolean));
  };

  const corner = (x, y) => [data.right[0] * x + data.down[0] * y, data.right[1] * x + data.down[1] * y];

  // Shows drawings in a group; those that are there already stay. `wanted`: name, drawing, x, y, words.
  const show = (group, wanted) => {
    const kept = drawn[group];
    const names = new Set(wanted.map((one) => one[0]));
    for (const [name, element] of kept) {
      if (names.has(name)) continue;
      element.remove();
      kept.delete(name);
    }
    for (const [name, drawing, x, y, words] of wanted) {
      let element = kept.get(name);
      if (!element) {
        element = svg("use", {});
        element.append(svg("title", {}));
        kept.set(name, element);
      }
      const attributes = { href: `#d${drawing}`, x, y };
      for (const key in attributes) element.setAttribute(key, attributes[key]);
      element.firstChild.textContent = words;
      part(group).append(element);
    }
  };

  const tileWords = ([drawing, x, y, called]) => {
    const [name, shows] = data.tiles[drawing];
    return say("tile", name, called ?? `${x},${y}`, shows);
  };

  const mark = (cells, className) =>
    cells.map(([x, y]) => {
      const [left, top] = corner(x, y);
      // Of every three places on the lattice of triangles one is a triangle that points up.
      const pointsUp = data.triangles && (((x - y) % 3) + 3) % 3 === 1;
      return svg("polygon", { points: data.outlines[pointsUp ? 1 : 0], class: className, transform: `translate(${left} ${top})` });
    });

  // Lights up the cells that lines of the log are about.
  const light = (lines) => {
    for (const old of part("marks").querySelectorAll(".lit")) old.remove();
    const cells = new Set(lines.flatMap((line) => line.dataset.lit.split(" ").filter(Boolean)));
    part("marks").prepend(...mark([...cells].map((cell) => cell.split(",").map(Number)), "lit"));
  };

  // What points of an entry are for; where they are many, the board is left as it is until one is pointed at.
  const reasons = (entry) => {
    const lines = [...entry.querySelectorAll("li[data-lit]")];
    return lines.length > 3 ? [] : lines;
  };

  const showBoard = (all, before, lit) => {
    const onCell = ([name, value]) => [name, value[0], ...corner(value[1], value[2])];
    // What lies on other tiles comes after them.
    const tiles = of(all, "t").sort((a, b) => (a[1][4] ?? 0) - (b[1][4] ?? 0));
    const heights = of(all, "h").map((one) => [...onCell(one), one[1][3]]);
    show("tiles", [...tiles.map((one) => [...onCell(one), tileWords(one[1])]), ...heights]);
    show("empty", of(all, "e").map((one) => [...onCell(one), ""]));
    const standing = [...of(all, "f"), ...of(all, "k")].sort((a, b) => a[1][2] - b[1][2]);
    // Numbers lie on top of what they are written on.
    show("standing", [...standing, ...of(all, "n")].map(([name, value]) => [name, ...value]));
    const fresh = tiles.filter(([name]) => !before.has(name)).map(([, value]) => value.slice(1));
    const news = before.size ? fresh : [];
    part("marks").replaceChildren(...mark(news, "under"), ...mark(news, "fresh"));
    light(lit);
    part("board").setAttribute("aria-label", say("board", now, tiles.length, standing.length));
    if (part("in-words").open) showWords(all);
  };

  // The board as a list: tile by tile in reading order, then what stands on them.
  const showWords = (all) => {
    const tiles = of(all, "t").map(([, value]) => value);
    tiles.sort((a, b) => a[2] - b[2] || a[1] - b[1]);
    const list = (head, lines) => {
      const items = make("ul");
      items.append(...lines.map((line) => make("li", "", line)));
      return [make("h3", "", head), items];
    };
    const rows = [...new Set(tiles.map((tile) => tile[2]))];
    const parts = rows.flatMap((row) => list(say("row", row), tiles.filter((tile) => tile[2] === row).map(tileWords)));
    const written = of(all, "n").filter(([, value]) => value[3]);
    const standing = [...of(all, "f"), ...of(all, "k"), ...written].map(([, value]) => value[3]);
    if (standing.length) parts.push(...list(say("standing"), standing));
    part("in-words").lastElementChild.replaceChildren(...parts);
  };

  const small = (drawing) => {
    const picture = svg("svg", { viewBox: data.tiles[drawing]?.[2] ?? data.box, class: "small", "aria-hidden": "true" });
    picture.append(svg("use", { href: `#d${drawing}` }));
    return picture;
  };

  const rows = (list) =>
    list.map(([label, text, drawings]) => {
      const value = make("dd", "", text);
      if (drawings) {
        const pictures = make("div", "hand");
        pictures.append(...drawings.map(small));
        value.append(pictures);
      }
      const pair = make("div");
      pair.append(make("dt", "", label), value);
      return pair;
    });

  const showSeats = (all, before) => {
    const waits = seen(all, "w");
    const cards = data.seats.map((name, seat) => {
      const score = all.get(`s${seat}`);
      const gain = score - (before.get(`s${seat}`) ?? score);
      const card = make("div", waits && waits[0] === seat ? "seat asked" : "seat");
      card.dataset.score = score;
      const head = make("h3");
      const chip = make("span", `chip seat${seat}`, String(seat + 1));
      chip.setAttribute("aria-hidden", "true");
      head.append(chip, make("span", "name", name), make("strong", "", String(score)));
      if (gain) head.append(make("span", "gain", gain > 0 ? `+${gain}` : String(gain)));
      const list = make("dl");
      list.append(...rowsOf(all, `r${seat}.`));
      card.append(head, list);
      return card;
    });
    part("seats").replaceChildren(...cards);
    const asked = part("asked");
    asked.replaceChildren(waits ? waits[1] : "");
    if (waits && waits.length > 2) asked.append(small(waits[2]));
    part("beside").lastElementChild.replaceChildren(...rowsOf(all, "r."));
  };

  // What an entry says, without the lines of sheets.
  const words = (entry) => {
    const lines = [...entry.querySelectorAll(":scope > ul > li")];
    const said = [entry.querySelector("a"), ...lines.map((line) => line.querySelector("b") ?? line)];
    return said.map(({ textContent: text }) => (text.endsWith(".") ? text : `${text}.`)).join(" ");
  };

  const go = (number, quietly) => {
    now = Math.max(0, Math.min(number, stops.length - 1));
    const entry = stops[now];
    const at = Number(entry.dataset.at);
    const all = position(at);
    const before = now > 0 ? position(Number(stops[now - 1].dataset.at)) : new Map();
    showBoard(all, before, reasons(entry));
    showSeats(all, before);
    const step = say("step", now, stops.length - 1);
    part("slider").value = now;
    part("slider").setAttribute("aria-valuetext", `${step}: ${words(entry)}`);
    part("count").textContent = step;
    part("now").textContent = words(entry);
    for (const other of entries) other.removeAttribute("aria-current");
    entry.setAttribute("aria-current", "step");
    const log = part("log");
    log.scrollTop += entry.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
    for (const [id, end] of [["first", 0], ["back", 0], ["on", stops.length - 1], ["last", stops.length - 1]]) {
      part(id).setAttribute("aria-disabled", String(now === end));
    }
    if (!quietly) history.replaceState(null, "", `#step=${at}`);
  };

  const look = (through) => {
    const at = stops.length ? Number(stops[now].dataset.at) : 0;
    eyes = through;
    for (const entry of entries) entry.hidden = !(entry.dataset.for?.split(" ").includes(eyes) ?? true);
    stops = entries.filter((entry) => !entry.hidden);
    part("slider").max = stops.length - 1;
    return at;
  };

  // The last stop that is not after a position.
  const stopAt = (at) => Math.max(0, stops.findLastIndex((entry) => Number(entry.dataset.at) <= at));

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    part("play").textContent = say("play");
    part("play").setAttribute("aria-pressed", "false");
  };

  const play = () => {
    if (playing) return stop();
    if (now === stops.length - 1) go(0);
    part("play").textContent = say("stop");
    part("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => (now < stops.length - 1 ? go(now + 1) : stop()), 1100);
  };

  const follow = () => {
    const step = /^#step=(\d+)$/.exec(location.hash);
    if (step) go(stopAt(Number(step[1])), true);
    else if (location.hash === "#end") go(stops.length - 1, true);
    return Boolean(step) || location.hash === "#end";
  };

  const moves = {
    first: () => 0,
    back: () => now - 1,
    on: () => now + 1,
    last: () => stops.length - 1,
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

  for (const id in moves) {
    part(id).addEventListener("click", () => {
      stop();
      go(moves[id]());
    });
  }
  part("play").addEventListener("click", play);
  part("slider").addEventListener("input", () => {
    stop();
    go(Number(part("slider").value));
  });
  part("eyes")?.addEventListener("change", () => go(stopAt(look(part("eyes").value))));
  part("in-words").addEventListener("toggle", () => showWords(position(Number(stops[now].dataset.at))));
  document.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    if (!plain || !keys[event.key] || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    stop();
    go(moves[keys[event.key]]());
  });
  part("log").addEventListener("click", (event) => {
    const entry = event.target.closest("li[data-at]");
    if (!entry || event.target.closest("a.rule")) return;
    event.preventDefault();
    stop();
    go(stops.indexOf(entry));
  });
  for (const [come, leave] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    part("log").addEventListener(come, (event) => {
      const line = event.target.closest("li[data-lit]");
      if (line) light([line]);
    });
    part("log").addEventListener(leave, () => light(reasons(stops[now])));
  }
  window.addEventListener("hashchange", follow);

  for (const id of ["controls", "side", "beside", "in-words"]) part(id).hidden = false;
  for (const group in drawn) part(group).replaceChildren();
  look(eyes);
  if (!follow()) go(stops.length - 1, true);
  document.body.dataset.ready = stops.length - 1;
  performance.mark("ready");
})();
