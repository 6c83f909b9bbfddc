import { createHash } from "node:crypto";

/**
 * A record is one string under one key, so every script touches one slot of a cluster:
 *
 *     1p|fence|owner|leaseUntil|graceMs|reservedAt|attempt|fingerprint        pending, expires with its grace
 *     1c|fence|owner|completedAt|fingerprint|result                           completed, expires with its retention
 *
 * `1` is the version of the layout. A string is read faster than a hash, and no JSON is parsed on the way. Replies are
 * strings too: one letter, then numbers. `x` means that the record has another layout.
 *
 * Time is the server's, in milliseconds; fences are its microseconds, or one more than the last fence, so they grow even
 * after a record has gone (and stay below 2^53 for 250 years). Lua would print such a number as 1.8e+15: hence `format`.
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
 * Arguments: owner, fingerprint or "", lease, grace. Replies: `r fence|left|attempt` reserved, `p fence|left|since` in
 * flight, `c fence|age|result` completed, `m0` or `m1` another fingerprint on a completed or a pending record.
 */
export const reserveScript = script(`
local owner, given = ARGV[1], ARGV[2]
local record = redis.call('GET', KEYS[1])
${clock}
if record and string.sub(record, 1, 3) == '1c|' then
  local fence, at, known, rest = string.match(record, '^1c|(%d+)|[^|]*|(%d+)|([^|]*)|()')
  if not fence then return 'x' end
  if known ~= '' and given ~= '' and known ~= given then return 'm0' end
  return 'c' .. fence .. '|' .. (now - at) .. '|' .. string.sub(record, rest)
end
local fence, attempt = time[1] * 1000000 + time[2], 1
if record then
  local held, holder, ends, since, tries, known = string.match(record, '^1p|(%d+)|([^|]*)|(%d+)|%d+|(%d+)|(%d+)|([^|]*)$')
  if not held then return 'x' end
  if known ~= '' and given ~= '' and known ~= given then return 'm1' end
  local left = ends - now
  if left > 0 then
    if holder == owner then return 'r' .. held .. '|' .. left .. '|' .. tries end
    return 'p' .. held .. '|' .. left .. '|' .. (now - since)
  end
  fence, attempt = math.max(fence, held + 1), tries + 1
  if given == '' then given = known end
end
local lease, grace = tonumber(ARGV[3]), tonumber(ARGV[4])
fence = string.format('%.0f', fence)
local head = '1p|' .. fence .. '|' .. owner .. '|' .. string.format('%.0f', now + lease) .. '|' .. ARGV[4]
local tail = '|' .. string.format('%.0f', now) .. '|' .. attempt .. '|' .. given
redis.call('SET', KEYS[1], head .. tail, 'PX', lease + grace)
return 'r' .. fence .. '|' .. ARGV[3] .. '|' .. attempt
`);

/** Arguments: owner, fence, retention, result, channel. Replies: `d` done, `l` lost. */
export const completeScript = script(`
local record = redis.call('GET', KEYS[1])
if not record then return 'l' end
local kind, fence, owner = string.match(record, '^1([pc])|(%d+)|([^|]*)|')
if not kind then return 'x' end
if fence ~= ARGV[2] or owner ~= ARGV[1] then return 'l' end
if kind == 'c' then return 'd' end
${clock}
local fingerprint = string.match(record, '([^|]*)$')
local head = '1c|' .. fence .. '|' .. owner .. '|' .. string.format('%.0f', now) .. '|' .. fingerprint .. '|'
redis.call('SET', KEYS[1], head .. ARGV[4], 'PX', ARGV[3])
redis.call('PUBLISH', ARGV[5], fence)
return 'd'
`);

/** Arguments: owner, fence, lease. Replies: `d` done, `l` lost. */
export const renewScript = script(`
local record = redis.call('GET', KEYS[1])
if not record then return 'l' end
if string.sub(record, 1, 3) == '1c|' then return 'l' end
local fence, owner, ends, grace, rest = string.match(record, '^1p|(%d+)|([^|]*)|(%d+)|(%d+)|(.*)$')
if not fence then return 'x' end
if fence ~= ARGV[2] or owner ~= ARGV[1] then return 'l' end
${clock}
ends = math.max(ends, now + ARGV[3])
local head = '1p|' .. fence .. '|' .. owner .. '|' .. string.format('%.0f', ends) .. '|' .. grace .. '|'
redis.call('SET', KEYS[1], head .. rest, 'PX', string.format('%.0f', ends - now + grace))
return 'd'
`);

/** Arguments: owner, fence, channel. Replies: `d` done, `l` lost. */
export const releaseScript = script(`
local record = redis.call('GET', KEYS[1])
if not record then return 'l' end
local kind, fence, owner = string.match(record, '^1([pc])|(%d+)|([^|]*)|')
if not kind then return 'x' end
if kind == 'c' or fence ~= ARGV[2] or owner ~= ARGV[1] then return 'l' end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[3], fence)
return 'd'
`);

/** Replies: nothing, or `now|milliseconds until it expires|record`. */
export const readScript = script(`
local record = redis.call('GET', KEYS[1])
if not record then return false end
${clock}
return string.format('%.0f', now) .. '|' .. redis.call('PTTL', KEYS[1]) .. '|' .. record
`);
