"use strict";
// Plays at a table of a host. The page knows no rules: it shows what the host sends and answers with keys of options.
(() => {
  const part = (id) => document.getElementById(id);
  const views = new Map();
  const drawn = { rim: new Map(), tiles: new Map(), empty: new Map(), standing: new Map() };
  const tileFacts = new Map();
  const refusals = {
    stale: "refused-stale",
    not_asked: "refused-not_asked",
    no_answer: "refused-no_answer",
    secret: "refused-secret",
    no_text: "refused-no_text",
    too_long: "refused-too_long",
  };
  const waits = [500, 1000, 2000, 4000, 8000];
  const table = location.pathname;
  let facts = null;
  let size = [1000, 1000];
  let seats = [];
  let isHost = false;
  let people = [];
  let current = null;
  let socket = null;
  let failures = 0;
  let ended = false;
  let turn = 0;
  let chosen = null;
  let hovered = null;
  let camera = null;
  let lastAsk = "";
  let isPicking = false;

  const say = (key, ...values) => {
    let text = facts?.words[key] ?? "";
    for (const value of values) text = text.replace("{}", () => value);
    return text;
  };

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

  const button = (text, act, className) => {
    const element = make("button", className, text);
    element.type = "button";
    element.addEventListener("click", act);
    return element;
  };

  // The token is a secret of this tab: it is not left in the address, where others would see it.
  const token = () => {
    const given = location.hash.slice(1);
    if (given) {
      sessionStorage.setItem(table, given);
      history.replaceState(null, "", table);
    }
    return given || sessionStorage.getItem(table) || "";
  };
  let own = token();

  const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const tell = (text, isUrgent) => {
    part("status").textContent = text;
    part("status").classList.toggle("urgent", Boolean(isUrgent));
  };

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const z = "DecompressionStream" in window;
    const unpack = z && unpacker();
    let isPlain = true;
    socket = new WebSocket(`${scheme}//${location.host}${table}/ws`, "tilewright.1");
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => send({ t: "hello", v: 1, token: own, z }));
    socket.addEventListener("message", (event) => {
      isPlain = typeof event.data === "string";
      if (isPlain) receive(JSON.parse(event.data));
      else unpack(event.data);
    });
    // The last messages may still be unpacked when the connection has ended.
    socket.addEventListener("close", () => (isPlain ? lose() : unpack(null)));
  };

  const lose = () => {
    document.body.dataset.link = "lost";
    if (ended) return;
    tell(say("lost") || "…", true);
    setTimeout(connect, waits[Math.min(failures, waits.length - 1)]);
    failures += 1;
  };

  // Unpacks the messages of a connection, each a line in one compressed stream. Null stands for the end of the connection.
  const unpacker = () => {
    const stream = new DecompressionStream("deflate-raw");
    const packed = stream.writable.getWriter();
    let [waiting, isOver, rest] = [0, false, ""];
    const read = async (reader) => {
      for (;;) {
        const { value } = await reader.read();
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          waiting -= 1;
          receive(JSON.parse(line));
        }
        if (isOver && waiting === 0) return lose();
      }
    };
    read(stream.readable.pipeThrough(new TextDecoderStream()).getReader());
    return (data) => {
      if (data) {
        waiting += 1;
        packed.write(data);
      } else if (waiting === 0) lose();
      else isOver = true;
    };
  };

  const name = (seat) => people[seat]?.name || facts.seats[seat];

  const receive = (message) => {
    // The host sends all drawings again to a new connection.
    if (message.t === "welcome") part("drawings").replaceChildren();
    if (message.d) learn(message.d);
    const act = {
      welcome: () => welcome(message),
      view: () => takeView(message),
      change: () => takeChange(message),
      people: () => takePeople(message),
      said: () => addSaid(message),
      refused: () => refuse(message),
      why: () => tell(message.text, true),
      wish: () => showWish(message),
      noted: () => tell(say("noted")),
      link: () => showLink(message),
      rules: () => takeRules(message),
      paused: () => tell(say("paused", message.text), true),
      closing: () => close(message),
      looks: () => showLooks(message),
      reload: () => offerPart(message),
      reloaded: () => announce(say("reloaded", message.kept, message.of)),
    }[message.t];
    if (act) act();
  };

  const learn = ({ elements, tiles }) => {
    const isNew = (element) => !document.getElementById(element.match(/ id="(\w+)"/)?.[1]);
    part("drawings").insertAdjacentHTML("beforeend", elements.filter(isNew).join(""));
    for (const [number, about] of Object.entries(tiles)) tileFacts.set(Number(number), about);
  };

  const welcome = (message) => {
    if (message.v !== 1) return close({ code: "version" });
    ({ facts, seats } = message);
    size = facts.box.split(" ").slice(2).map(Number);
    isHost = message.host;
    part("reload").hidden = !isHost;
    part("explained").replaceChildren();
    failures = 0;
    current = seats[0] ?? null;
    document.documentElement.lang = facts.language;
    part("title").textContent = facts.title;
    for (const element of document.querySelectorAll("[data-words]")) element.textContent = say(element.dataset.words);
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
    const rim = facts.rim.map(([drawing, x, y], number) => [String(number), drawing, x, y, ""]);
    show("rim", rim);
    showForm(message.form);
    part("table").hidden = false;
    document.body.dataset.link = "open";
    if (seats.length && !sessionStorage.getItem(`${table} joined`) && !part("consent").open) part("consent").showModal();
    tell(seats.length ? say("welcome", seats.map((seat) => facts.seats[seat]).join(", ")) : say("onlooker"));
  };

  const close = (message) => {
    ended = true;
    const key = { wrong_link: "wrong-link", renewed: "renewed", closed: "closed", full: "full", version: "other-version" }[message.code];
    part("status").textContent = (key && say(key)) || message.text || message.code;
    socket.close();
  };

  const takeView = (message) => {
    const view = { n: message.n, p: new Map(Object.entries(message.p)), l: message.l[1], a: message.a, r: message.r, before: null };
    views.set(message.s, view);
    turnTo(message.s);
  };

  const takeChange = (message) => {
    const view = views.get(message.s);
    if (!view || message.n !== view.n + 1) return send({ t: "view" });
    view.before = new Map(view.p);
    view.n = message.n;
    for (const [key, value] of Object.entries(message.p ?? {})) {
      if (value === null) view.p.delete(key);
      else view.p.set(key, value);
    }
    if (message.l) view.l = [...view.l.slice(0, message.l[0]), ...message.l[1]];
    view.a = message.a;
    if (message.r !== undefined) view.r = message.r;
    turnTo(message.s);
  };

  // Several seats of one player: the seat that is asked is shown.
  const turnTo = (seat) => {
    const view = views.get(seat);
    if (view.a) current = seat;
    if (seat === current || !views.has(current)) {
      current = seat;
      draw();
    }
  };

  const of = (all, letter) => [...all].filter(([key]) => key[0] === letter);
  const corner = (x, y) => [facts.right[0] * x + facts.down[0] * y, facts.right[1] * x + facts.down[1] * y];
  const pointsUp = (x, y) => facts.triangles && (((x - y) % 3) + 3) % 3 === 1;
  const outline = (x, y, className) => {
    const [left, top] = corner(x, y);
    return svg("polygon", { points: facts.outlines[pointsUp(x, y) ? 1 : 0], class: className, transform: `translate(${left} ${top})` });
  };

  const show = (group, wanted) => {
    const kept = drawn[group];
    const names = new Set(wanted.map((one) => one[0]));
    for (const [key, element] of kept) {
      if (names.has(key)) continue;
      element.remove();
      kept.delete(key);
    }
    for (const [key, drawing, x, y, words] of wanted) {
      let element = kept.get(key);
      if (!element) {
        element = svg("use", {});
        element.append(svg("title", {}));
        kept.set(key, element);
      }
      const attributes = { href: `#d${drawing}`, x, y };
      for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute]);
      element.firstChild.textContent = words;
      part(group).append(element);
    }
  };

  const cellName = ([, x, y, called]) => called ?? `${x},${y}`;
  const tileWords = (tile) => {
    const about = tileFacts.get(tile[0]);
    return about ? say("tile", about[0], cellName(tile), about[1]) : "";
  };

  const draw = () => {
    const view = views.get(current);
    const all = view.p;
    const onCell = ([key, value]) => [key, value[0], ...corner(value[1], value[2])];
    const tiles = of(all, "t").sort((a, b) => (a[1][4] ?? 0) - (b[1][4] ?? 0));
    const heights = of(all, "h").map((one) => [...onCell(one), one[1][3]]);
    show("tiles", [...tiles.map((one) => [...onCell(one), tileWords(one[1])]), ...heights]);
    show("empty", of(all, "e").map((one) => [...onCell(one), ""]));
    const standing = [...of(all, "f"), ...of(all, "k")].sort((a, b) => a[1][2] - b[1][2]);
    show("standing", [...standing, ...of(all, "n")].map(([key, value]) => [key, ...value]));
    const fresh = view.before ? tiles.filter(([key]) => !view.before.has(key)) : [];
    const cells = fresh.map(([, value]) => [value[1], value[2]]);
    part("marks").replaceChildren(...cells.flatMap(([x, y]) => [outline(x, y, "under"), outline(x, y, "fresh")]));
    part("board").setAttribute("aria-label", say("board", view.l.length, tiles.length, standing.length));
    frame(all, view.a);
    showSeats(all, view.before ?? all);
    showLog(view);
    showAsk(view);
    part("result").innerHTML = view.r ?? "";
    part("result").hidden = !view.r;
    part("open-form").hidden = !view.r || !seats.length;
    document.body.dataset.n = view.n;
  };

  // The box of everything on the board, in units of drawings.
  const frame = (all, ask) => {
    const cells = [...of(all, "t"), ...of(all, "e")].map(([, value]) => [value[1], value[2]]);
    cells.push(...facts.rim.map(([, , , x, y]) => [x, y]), ...(ask?.cells ?? []).map((cell) => [cell[1], cell[2]]));
    if (!cells.length) cells.push([0, 0]);
    const places = cells.map(([x, y]) => corner(x, y));
    const [width, height] = size;
    const margin = width * 0.3;
    const xs = places.map((place) => place[0]);
    const ys = places.map((place) => place[1]);
    const box = [Math.min(...xs) - margin, Math.min(...ys) - margin, 0, 0];
    box[2] = Math.max(...xs) + width + margin - box[0];
    box[3] = Math.max(...ys) + height + margin - box[1];
    if (!camera || camera.follows) camera = { box, follows: true };
    aim();
  };

  const aim = () => part("board").setAttribute("viewBox", camera.box.join(" "));

  const zoom = (factor, at) => {
    const [x, y, width, height] = camera.box;
    const [cx, cy] = at ?? [x + width / 2, y + height / 2];
    const limit = Math.min(Math.max(factor * width, size[0] * 1.5), size[0] * 200) / width;
    camera = { box: [cx - (cx - x) * limit, cy - (cy - y) * limit, width * limit, height * limit], follows: false };
    aim();
  };

  // The cell whose middle is nearest to a point, in units of drawings.
  const cellAt = (x, y) => {
    const [[a, c], [b, d]] = [facts.right, facts.down];
    const [px, py] = [x - size[0] / 2, y - size[1] / 2];
    const column = Math.round((px * d - py * b) / (a * d - b * c));
    const row = Math.round((py * a - px * c) / (a * d - b * c));
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [column + dx, row + dy]));
    const far = ([cx, cy]) => Math.hypot(corner(cx, cy)[0] - px, corner(cx, cy)[1] - py);
    return near.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  };

  const unitsAt = (event) => {
    const matrix = part("board").getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  };

  const showSeats = (all, before) => {
    const asked = all.get("w");
    const rowsOf = (begin) => {
      const numbers = [...all.keys()].filter((key) => key.startsWith(begin)).map((key) => Number(key.slice(begin.length)));
      return rows(numbers.sort((a, b) => a - b).map((number) => all.get(begin + number)));
    };
    const cards = facts.seats.map((label, seat) => {
      const score = all.get(`s${seat}`);
      const gain = score - (before.get(`s${seat}`) ?? score);
      const card = make("div", asked && asked[0] === seat ? "seat asked" : "seat");
      card.dataset.score = score;
      const head = make("h3");
      const chip = make("span", `chip seat${seat}`, String(seat + 1));
      chip.setAttribute("aria-hidden", "true");
      head.append(chip, make("span", "name", name(seat)), make("strong", "", String(score)));
      if (gain) head.append(make("span", "gain", gain > 0 ? `+${gain}` : String(gain)));
      const who = people[seat];
      if (who?.bot) head.append(make("span", "who", who.bot));
      else if (who && !who.here) head.append(make("span", "who", who.substitute ? say("substitute", who.substitute) : say("away")));
      if (seats.includes(seat)) card.classList.add("own");
      const list = make("dl");
      list.append(...rowsOf(`r${seat}.`));
      card.append(head, list);
      if (isHost) card.append(hostTools(seat, who));
      return card;
    });
    part("seats").replaceChildren(...cards);
    part("beside").replaceChildren(...rowsOf("r."));
  };

  const hostTools = (seat, who) => {
    const tools = make("p", "tools");
    if (who?.bot) tools.append(button(say("player-again"), () => send({ t: "bot", s: seat, bot: null })));
    else tools.append(button(say("let-bot"), () => send({ t: "bot", s: seat, bot: "greedy" })));
    tools.append(button(say("new-link"), () => send({ t: "renew", s: seat })));
    return tools;
  };

  // The questions at the end of a game.
  const showForm = (questions) => {
    const field = ({ id, text, scale, choice }) => {
      const group = make("fieldset");
      group.dataset.id = id;
      group.append(make("legend", "", text));
      const pick = (value, shown) => {
        const label = make("label");
        const input = make("input");
        Object.assign(input, { type: "radio", name: id, value });
        label.append(input, ` ${shown}`);
        group.append(label);
      };
      if (scale) group.dataset.scale = "";
      if (scale) for (let step = 1; step <= 5; step++) pick(step, { 1: `1 ${scale[0]}`, 5: `5 ${scale[1]}` }[step] ?? step);
      else if (choice) for (const option of choice) pick(option, option);
      else {
        const area = make("textarea");
        Object.assign(area, { name: id, rows: 4, maxLength: 2000 });
        area.setAttribute("aria-label", text);
        group.append(area);
      }
      return group;
    };
    part("questions").replaceChildren(...questions.map(field));
  };

  const formAnswers = () => {
    const answers = {};
    for (const group of part("questions").children) {
      const picked = group.querySelector("input:checked");
      const written = group.querySelector("textarea")?.value.trim();
      if (picked) answers[group.dataset.id] = "scale" in group.dataset ? Number(picked.value) : picked.value;
      else if (written) answers[group.dataset.id] = written;
    }
    return answers;
  };

  const showLink = ({ seat, token: fresh }) => {
    const link = make("a", "", `${location.origin}${table}#${fresh}`);
    link.href = link.textContent;
    part("status").replaceChildren(say("link-of", facts.seats[seat]), " ", link);
  };

  const small = (drawing) => {
    const box = tileFacts.get(drawing)?.[2] ?? (tileFacts.has(drawing) ? facts.box : "-220 -220 440 440");
    const picture = svg("svg", { viewBox: box, class: "small", "aria-hidden": "true" });
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

  const showLog = (view) => {
    const log = part("log");
    const known = [...log.children];
    view.l.forEach((html, number) => {
      if (known[number]?.dataset.html === html) return;
      const item = known[number] ?? log.appendChild(make("li"));
      // The host escapes all texts of packs and players; the policy of the page runs no script from here.
      item.innerHTML = html;
      item.dataset.html = html;
    });
    known.slice(view.l.length).forEach((item) => item.remove());
    log.scrollTop = log.scrollHeight;
  };

  const showAsk = (view) => {
    const ask = view.a;
    const asked = view.p.get("w");
    const key = JSON.stringify([current, view.n, ask]);
    if (key !== lastAsk) [chosen, hovered, lastAsk] = [null, null, key];
    part("asked").replaceChildren(ask ? ask.q : asked ? asked[1] : "");
    part("asked").classList.toggle("mine", Boolean(ask));
    if (asked && asked.length > 2) part("asked").append(small(asked[2]));
    const title = `${ask ? "● " : ""}${facts.title}: ${seats.map(name).join(", ") || say("onlooker")}`;
    if (ask && document.hidden && document.title[0] !== "●") remind(ask.q);
    document.title = title;
    part("options").replaceChildren(...(ask?.options ?? []).map((option) => optionButton(option)));
    part("undo").disabled = !seats.length;
    if (ask?.cells) showPlaces(ask);
    else {
      part("place").hidden = true;
      part("ghost").replaceChildren();
      const rings = (ask?.options ?? []).filter((option) => option[3]);
      part("spots").replaceChildren(...rings.map((option) => ring(option, rings)));
    }
  };

  const answer = (key) => {
    const view = views.get(current);
    send({ t: "answer", s: current, n: view.n, key });
  };

  const optionButton = ([key, words, help, , drawing]) => {
    const element = button("", () => answer(key), "option");
    element.dataset.key = key;
    if (drawing !== null) element.append(small(drawing));
    const text = make("span", "", words);
    if (help) text.append(make("small", "", help));
    element.append(text);
    return element;
  };

  // The list of options has the same choices for screen readers and the keyboard.
  const ring = (option, all) => {
    const [x, y] = option[3];
    const circle = svg("circle", { cx: x, cy: y, r: size[0] * 0.13, class: "ring", "aria-hidden": "true" });
    circle.append(svg("title", {}));
    circle.firstChild.textContent = option[1];
    circle.addEventListener("click", () => {
      const same = all.filter((other) => other[3][0] === x && other[3][1] === y);
      if (same.length === 1) answer(option[0]);
      else part("options").querySelector(`[data-key="${CSS.escape(option[0])}"]`)?.focus();
    });
    return circle;
  };

  const fitting = (cell) => (cell[3].includes(turn) ? turn : (cell[3].find((one) => one > turn) ?? cell[3][0]));

  const showPlaces = (ask) => {
    const spots = ask.cells.map((cell, number) => {
      const place = outline(cell[1], cell[2], "spot");
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", number === 0 ? "0" : "-1");
      place.setAttribute("aria-label", say("place-at", cell[0]));
      place.dataset.number = number;
      let before = null;
      // A finger gives the cell the focus before its click.
      place.addEventListener("pointerdown", () => (before = chosen));
      place.addEventListener("focus", () => choose(ask, number));
      place.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") ghost(ask, (hovered = number));
      });
      place.addEventListener("pointerleave", () => ghost(ask, (hovered = null) ?? chosen));
      place.addEventListener("click", (event) => {
        // A mouse has shown the tile before; a finger sees it first and then confirms.
        if (event.pointerType === "mouse" || before === number) put(ask, number);
        else choose(ask, number);
      });
      return place;
    });
    part("spots").replaceChildren(...spots);
    part("place").hidden = false;
    part("turn").onclick = () => turnOn(ask, 1);
    part("put").onclick = () => put(ask, hovered ?? chosen);
    ghost(ask, chosen);
  };

  const choose = (ask, number) => {
    chosen = number;
    for (const spot of part("spots").children) {
      spot.setAttribute("tabindex", Number(spot.dataset.number) === number ? "0" : "-1");
      spot.classList.toggle("chosen", Number(spot.dataset.number) === number);
    }
    ghost(ask, number);
  };

  const ghost = (ask, number) => {
    part("put").disabled = (hovered ?? chosen) === null;
    if (number === null) return part("ghost").replaceChildren();
    const cell = ask.cells[number];
    turn = fitting(cell);
    const [x, y] = corner(cell[1], cell[2]);
    part("ghost").replaceChildren(svg("use", { href: `#d${ask.turns[turn]}`, x, y }));
    part("turned").textContent = say("turned", cell[0], turn, cell[3].length);
  };

  const turnOn = (ask, by) => {
    const number = hovered ?? chosen;
    const all = number === null ? Object.keys(ask.turns).map(Number) : ask.cells[number][3];
    turn = all[(all.indexOf(turn) + by + all.length) % all.length];
    ghost(ask, number);
  };

  const put = (ask, number) => {
    if (number === null) return;
    const cell = ask.cells[number];
    turn = fitting(cell);
    answer(`${cell[0]},${turn}`);
  };

  const step = (ask, dx, dy) => {
    const number = Number(document.activeElement?.dataset?.number ?? chosen ?? 0);
    const [x, y] = corner(ask.cells[number][1], ask.cells[number][2]);
    let best = null;
    ask.cells.forEach((cell, other) => {
      const [cx, cy] = corner(cell[1], cell[2]);
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (other === number || along <= 0) return;
      const far = along + 2 * across;
      if (best === null || far < best[0]) best = [far, other];
    });
    if (best) part("spots").children[best[1]].focus();
  };

  const takePeople = (message) => {
    people = message.seats;
    part("people").textContent = say("onlookers", message.onlookers);
    if (views.has(current)) draw();
  };

  const addSaid = ({ seat, text }) => {
    const item = make("li");
    item.append(make("b", "", seat === null ? say("onlooker-says") : name(seat)), ` ${text}`);
    part("said").append(item);
    part("said").scrollTop = part("said").scrollHeight;
  };

  const showLooks = ({ seat }) => {
    announce(seat === null ? say("host-looks-away") : say("host-looks", name(seat)));
  };

  // The notice stays in the list of texts, so that a player who was away sees it.
  const announce = (text) => {
    part("said").append(make("li", "", text));
    tell(text, true);
  };

  const offerPart = ({ kept, of: all, why }) => {
    tell(say("reload-part", kept, all, why), true);
    part("status").append(" ", button(say("reload-anyway"), () => send({ t: "reload", part: true })));
  };

  const refuse = ({ code, text }) => {
    if (["wrong_link", "full", "version", "busy"].includes(code)) return close({ code: code === "busy" ? "full" : code, text });
    tell((refusals[code] && say(refusals[code])) || text, true);
  };

  const showWish = ({ seat, asked }) => {
    const mine = (asked ?? []).find((one) => seats.includes(one));
    part("wish").hidden = seat === null;
    if (seat === null) return;
    part("wish-text").textContent = say("wish", name(seat));
    for (const id of ["agree", "refuse"]) part(id).hidden = mine === undefined;
    part("agree").onclick = () => send({ t: "agree", s: mine, yes: true });
    part("refuse").onclick = () => send({ t: "agree", s: mine, yes: false });
  };

  const remind = (text) => {
    if ("Notification" in window && Notification.permission === "granted") new Notification(facts.title, { body: text, tag: table });
  };

  // Pan with one finger or the mouse, zoom with two fingers or the wheel.
  const pointers = new Map();
  let panned = 0;
  const board = part("board");
  board.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    panned = 0;
  });
  board.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !camera) return;
    const scale = camera.box[2] / board.getBoundingClientRect().width;
    const now = [event.clientX, event.clientY];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const length = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
      zoom(length(before, other) / Math.max(length(now, other), 1), unitsAt(event));
    } else {
      panned += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
      if (panned > 8) {
        const [x, y, width, height] = camera.box;
        camera = { box: [x - (now[0] - before[0]) * scale, y - (now[1] - before[1]) * scale, width, height], follows: false };
        aim();
      }
    }
    pointers.set(event.pointerId, now);
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
    board.addEventListener(type, (event) => pointers.delete(event.pointerId));
  }
  // A drag does not choose what is under its end, and a click for a note does not answer the question.
  board.addEventListener("click", (event) => {
    if (isPicking && panned <= 8) {
      const [x, y] = cellAt(...unitsAt(event));
      const tile = of(views.get(current).p, "t").find(([, value]) => value[1] === x && value[2] === y)?.[1];
      if (tile) {
        isPicking = false;
        tell("");
        openNote(cellName(tile));
      }
    }
    if (isPicking || panned > 8 || part("note").open) event.stopPropagation();
  }, true);
  board.addEventListener("click", (event) => {
    const ask = views.get(current)?.a;
    if (!ask?.cells || event.target.classList.contains("spot")) return;
    const [x, y] = cellAt(...unitsAt(event));
    const tiles = of(views.get(current).p, "t").map(([, value]) => value);
    // Cells of several boards have names that this page does not know.
    if (tiles.some((tile) => tile[3]) || tiles.some((tile) => tile[1] === x && tile[2] === y)) return;
    send({ t: "why", s: current, cell: `${x},${y}` });
  });
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, unitsAt(event));
  }, { passive: false });
  board.addEventListener("contextmenu", (event) => {
    const ask = views.get(current)?.a;
    if (!ask?.cells) return;
    event.preventDefault();
    turnOn(ask, 1);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, dialog")) return;
    if (isPicking && event.key === "Escape") {
      isPicking = false;
      tell("");
      return openNote("");
    }
    const ask = views.get(current)?.a;
    if (!ask?.cells) return;
    const onSpot = event.target.classList?.contains("spot");
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "r" || event.key === "R") turnOn(ask, event.shiftKey ? -1 : 1);
    else if (onSpot && moves[event.key]) step(ask, ...moves[event.key]);
    else if (onSpot && (event.key === "Enter" || event.key === " ")) put(ask, Number(event.target.dataset.number));
    else return;
    event.preventDefault();
  });
  part("in").addEventListener("click", () => zoom(1 / 1.3));
  part("out").addEventListener("click", () => zoom(1.3));
  part("fit").addEventListener("click", () => {
    camera = null;
    if (views.has(current)) draw();
  });
  part("reload").addEventListener("click", () => send({ t: "reload" }));
  part("undo").addEventListener("click", () => {
    const seat = seats.includes(current) ? current : seats[0];
    send({ t: "undo", s: seat, n: views.get(seat).n });
  });
  part("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = part("text").value.trim();
    if (text) send({ t: "say", text });
    part("text").value = "";
  });
  const takeRules = ({ sections }) => {
    const titles = { turn: say("rules-turn"), figures: say("rules-figures"), tiles: say("rules-tiles"), examples: say("rules-examples") };
    const section = ({ of, title, html }) => {
      const element = make("section");
      element.innerHTML = html;
      element.prepend(make("h3", "", title ?? titles[of]));
      return element;
    };
    part("explained").replaceChildren(...sections.map(section));
  };
  part("open-rules").addEventListener("click", () => {
    if (!part("explained").childElementCount) send({ t: "rules" });
    part("rules").showModal();
  });
  const openNote = (place) => {
    const option = (value, text) => Object.assign(make("option", "", text), { value });
    const tiles = of(views.get(current)?.p ?? new Map(), "t").map(([, tile]) => tile);
    const named = tiles.reverse().map((tile) => option(cellName(tile), `${tileFacts.get(tile[0])?.[0] ?? ""} ${cellName(tile)}`));
    part("note-place").replaceChildren(option("", say("note-whole")), ...named);
    part("note-place").value = place;
    part("note").returnValue = "";
    part("note").showModal();
  };
  part("open-note").addEventListener("click", () => openNote(""));
  part("note").addEventListener("close", () => {
    const text = part("note-text").value.trim();
    const mood = part("note").querySelector("input:checked")?.value ?? null;
    const place = part("note-place").value || null;
    if (part("note").returnValue === "pick") {
      isPicking = true;
      tell(say("note-picking"), true);
      // On a small screen, the board is far above.
      part("status").scrollIntoView();
    } else if (part("note").returnValue === "send" && text) {
      send({ t: "note", text, mood, place });
      part("note-text").value = "";
      part("note").querySelector("form").reset();
    }
  });
  part("open-name").addEventListener("click", () => {
    part("name-text").value = people[seats[0]]?.name ?? "";
    part("name").showModal();
  });
  part("name").addEventListener("close", () => {
    const text = part("name-text").value.trim();
    if (part("name").returnValue === "send" && text) for (const seat of seats) send({ t: "name", s: seat, text });
  });
  part("consent").addEventListener("close", () => sessionStorage.setItem(`${table} joined`, "yes"));
  part("consent").addEventListener("cancel", (event) => event.preventDefault());
  part("open-form").addEventListener("click", () => part("form").showModal());
  part("form").addEventListener("close", () => {
    if (part("form").returnValue === "send") send({ t: "form", answers: formAnswers() });
  });
  part("notify").addEventListener("click", () => "Notification" in window && Notification.requestPermission());
  window.addEventListener("hashchange", () => {
    own = token();
    location.reload();
  });
  connect();
})();
