local isSetUp = false

-- Scales an object so that it has the size that its description names.
local function fit(object)
  if object == nil then return end
  local wanted = SIZES[object.getDescription()]
  if wanted == nil then return end
  local size = object.getBoundsNormalized().size
  if size.x < 0.01 or size.z < 0.01 then return end
  local across = wanted[1] / size.x
  local along = across
  if wanted[2] ~= nil then along = wanted[2] / size.z end
  if math.abs(across - 1) > 0.02 or math.abs(along - 1) > 0.02 then
    local scale = object.getScale()
    object.setScale({scale.x * across, scale.y, scale.z * along})
  end
end

-- Calls `fit` when the picture of an object has been loaded, because its size is unknown before.
local function fitWhenLoaded(object)
  Wait.condition(
    function() fit(object) end,
    function() return object == nil or not (object.spawning or object.loading_custom) end
  )
end

function shuffleAll()
  for _, id in ipairs(CONTAINERS) do
    local container = getObjectFromGUID(id)
    if container ~= nil then container.shuffle() end
  end
  broadcastToAll("Bags and stacks are shuffled.", {1, 1, 1})
end

function dealHands()
  local missing = false
  for _, hand in ipairs(HANDS) do
    local container = getObjectFromGUID(hand.from)
    if container == nil then
      missing = true
    elseif hand.color ~= nil then
      container.deal(hand.count, hand.color)
    else
      for _, color in ipairs(getSeatedPlayers()) do
        container.deal(hand.count, color)
      end
    end
  end
  if missing then broadcastToAll("A bag for the hands is missing.", {1, 0.5, 0.2}) end
end

-- Deals one tile of a container to each seated player.
local function dealOne(container)
  for _, color in ipairs(getSeatedPlayers()) do
    container.deal(1, color)
  end
end

function onLoad(saved)
  isSetUp = saved == "set up"
  for _, object in ipairs(getAllObjects()) do
    fitWhenLoaded(object)
  end
  for _, id in ipairs(CONTAINERS) do
    local container = getObjectFromGUID(id)
    if container ~= nil then
      container.addContextMenuItem("Deal one to each", function() dealOne(container) end)
    end
  end
  addContextMenuItem("Shuffle bags and stacks", shuffleAll)
  if #HANDS > 0 then addContextMenuItem("Deal the hands", dealHands) end
  if not isSetUp then
    isSetUp = true
    Wait.time(shuffleAll, 2)
  end
end

function onSave()
  if isSetUp then return "set up" end
  return ""
end

function onObjectLeaveContainer(container, object)
  fitWhenLoaded(object)
end

function onObjectRandomize(object, color)
  local die = DICE[object.getGUID()]
  if die == nil or #die.faces == 0 then return end
  Wait.time(function()
    Wait.condition(
      function()
        if object == nil then return end
        local value = tonumber(object.getValue())
        if value == nil then return end
        broadcastToAll(die.name .. ": " .. die.faces[(value - 1) % #die.faces + 1], {1, 1, 1})
      end,
      function() return object == nil or object.resting end
    )
  end, 0.5)
end
