import { createHash } from "node:crypto";

/**
 * A record is one string under one key, so every script touches one slot of a cluster:
 *
 *     1p|fingerprint|fence|owner|leaseUntil|graceMs|attempt|awaited        pending, expires with its grace
 *     1c|fingerprint|fence|owner|completedAt|result                        completed, expires with its retention
 *
 * `1` is the version of the layout. A string is read faster than a hash, no JSON is parsed on the way, and an honest
 * repetition is recognised by how the string begins. `awaited` is 1 once somebody waits: only then is a change published,
 * since in a cluster that goes to every node. Replies are strings too: one letter, then numbers. `x` means that the
 * record has another layout.
 *
 * Time is the server's, in milliseconds; fences are its microseconds, or one more than the last fence, so they grow even
 * after a record has gone. Both stay below the precision of Lua's numbers for 250 years. Lua itself writes out up to 14
 * digits, enough for milliseconds and not for fences: hence strings and `format`.
 */
const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

export interface Script {
  source: string;
  sha1: string;
}

function script(source: string): Script {
  const trimmed = source.trim();
  return { source: trimmed, sha1: createHash("sha1").update(trimmed).digest("hex") };
}

/**
 * Arguments: owner, fingerprint or "", lease, grace, both together. Replies: `r fence|left|attempt` reserved, `p fence|left|since` in
 * flight, `c seconds|microseconds|fence|owner|completedAt|result` completed, with the server's time, `m0` or `m1` another
 * fingerprint on a completed or a pending record.
 */
export const reserveScript = script(`
local given = ARGV[2]
local record = redis.call('GET', KEYS[1])
local time = redis.call('TIME')
if record and string.sub(record, 1, #given + 4) == '1c|' .. given .. '|' then
  return 'c' .. time[1] .. '|' .. time[2] .. '|' .. string.sub(record, #given + 5)
end
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fence, attempt = time[1] .. string.sub('00000' .. time[2], -6), 1
if record then
  local kind, known, held, holder, rest = string.match(record, '^1([pc])|([^|]*)|(%d+)|([^|]*)|()')
  if not kind then return 'x' end
  if known ~= given and known ~= '' and given ~= '' then return kind == 'p' and 'm1' or 'm0' end
  if kind == 'c' then
    return 'c' .. time[1] .. '|' .. time[2] .. '|' .. string.sub(record, #known + 5)
  end
  local ends, tries = string.match(record, '^(%d+)|%d+|(%d+)|[01]$', rest)
  local left = ends - now
  if left > 0 then
    if holder == ARGV[1] then return 'r' .. held .. '|' .. left .. '|' .. tries end
    return 'p' .. held .. '|' .. left .. '|' .. math.max(0, math.floor(now - held / 1000))
  end
  fence, attempt = string.format('%.0f', math.max(fence, held + 1)), tries + 1
  if given == '' then given = known end
end
local ends = '|' .. (now + ARGV[3]) .. '|'
redis.call('SET', KEYS[1], '1p|' .. given .. '|' .. fence .. '|' .. ARGV[1] .. ends .. ARGV[4] .. '|' .. attempt .. '|0',
  'PX', ARGV[5])
return 'r' .. fence .. '|' .. ARGV[3] .. '|' .. attempt
`);

/** Looks up the record and sees whether it is the caller's. Arguments: owner, fence. */
const held = `
local record = redis.call('GET', KEYS[1])
if not record then return 'l' end
local layout = string.sub(record, 1, 3)
if layout ~= '1p|' and layout ~= '1c|' then return 'x' end
local from = string.find(record, '|', 4, true) or 0
local mine = '|' .. ARGV[2] .. '|' .. ARGV[1] .. '|'
local rest = from + #mine
if string.sub(record, from, rest - 1) ~= mine then return 'l' end
`;

/** Arguments: owner, fence, retention, result, channel. Replies: `d` done, `l` lost. */
export const completeScript = script(`
${held}
if layout == '1c|' then return 'd' end
${clock}
local head = '1c|' .. string.sub(record, 4, rest - 1)
redis.call('SET', KEYS[1], head .. now .. '|' .. ARGV[4], 'PX', ARGV[3])
if string.byte(record, -1) == 49 then redis.call('PUBLISH', ARGV[5], ARGV[2]) end
return 'd'
`);

/** Arguments: owner, fence, lease. Replies: `d` done, `l` lost. */
export const renewScript = script(`
${held}
if layout == '1c|' then return 'l' end
local ends, grace, tail = string.match(record, '^(%d+)|(%d+)(|.*)$', rest)
if not ends then return 'x' end
${clock}
ends = math.max(ends, now + ARGV[3])
redis.call('SET', KEYS[1], string.sub(record, 1, rest - 1) .. ends .. '|' .. grace .. tail, 'PX', ends - now + grace)
return 'd'
`);

/** Arguments: owner, fence, channel. Replies: `d` done, `l` lost. */
export const releaseScript = script(`
${held}
if layout == '1c|' then return 'l' end
redis.call('DEL', KEYS[1])
if string.byte(record, -1) == 49 then redis.call('PUBLISH', ARGV[3], ARGV[2]) end
return 'd'
`);

/** Replies: nothing, or `now|milliseconds until it expires|record`. */
export const readScript = script(`
local record = redis.call('GET', KEYS[1])
if not record then return false end
${clock}
return now .. '|' .. redis.call('PTTL', KEYS[1]) .. '|' .. record
`);

/**
 * A look at a reservation; from now on its end is published. Arguments: fence. Replies: the milliseconds that are left
 * of its lease, 0 when it is no longer in flight under this fence.
 */
export const watchScript = script(`
local record = redis.call('GET', KEYS[1])
if not record then return 0 end
local fence, ends, awaited = string.match(record, '^1p|[^|]*|(%d+)|[^|]*|(%d+)|%d+|%d+|([01])$')
if fence ~= ARGV[1] then return 0 end
${clock}
if ends - now <= 0 then return 0 end
if awaited == '0' then redis.call('SET', KEYS[1], string.sub(record, 1, -2) .. '1', 'KEEPTTL') end
return ends - now
`);
