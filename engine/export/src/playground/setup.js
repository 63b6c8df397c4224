const { world, globalEvents } = require("@tabletop-playground/api");

// Returns the stacks that have a tag.
function stacksWith(tag) {
  return world.getAllObjects(true).filter((object) => object.getTags().includes(tag));
}

function shuffleAll() {
  for (const stack of stacksWith("bag").concat(stacksWith("die"))) {
    if (typeof stack.shuffle === "function") stack.shuffle();
  }
  world.broadcastChatMessage("All stacks are shuffled.");
}

function dealHands() {
  for (const hand of HANDS) {
    const stack = world.getAllObjects(true).find((object) => object.getName() === hand.from);
    if (stack === undefined || typeof stack.deal !== "function") {
      world.broadcastChatMessage("The stack " + hand.from + " is missing.");
    } else {
      stack.deal(hand.count, hand.slots, false, false);
    }
  }
}

world.addCustomAction("Shuffle all stacks", "Shuffles every bag and every die.", "tilewright-shuffle");
if (HANDS.length > 0) {
  world.addCustomAction("Deal the hands", "Gives each player the tiles of the first hand.", "tilewright-deal");
}

globalEvents.onCustomAction.add((player, identifier) => {
  if (identifier === "tilewright-shuffle") shuffleAll();
  if (identifier === "tilewright-deal") dealHands();
});

// Stacks are shuffled once, when the state is loaded for the first time.
if (world.getSavedData("tilewright") !== "set up") {
  world.setSavedData("set up", "tilewright");
  setTimeout(shuffleAll, 2000);
}
