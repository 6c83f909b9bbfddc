import type { Lane } from "./lane";
import { storePrefix } from "./lane";
import type { StoreAddress } from "./protocol";

/**
 * Time passes for one record of the coordinator, and for nothing else: its moments are set back to the past of the
 * server's own clock. The store judges them by that clock, as ever.
 */
export interface RecordTime {
  /** The lease of a reservation has ended. */
  lapse: (id: string) => Promise<void>;
  /** The retention of a result has ended. */
  expire: (id: string) => Promise<void>;
}

export function recordTime(lane: Lane, kind: StoreAddress["kind"]): RecordTime {
  return kind === "redis" ? onRedis(lane) : onPostgres(lane);
}

/** Field of a pending record that holds the end of its lease; see stores/redis/scripts.ts. */
const leaseUntilField = 4;

function onRedis({ redis, index }: Lane): RecordTime {
  const keyOf = (id: string) => `${storePrefix(index)}${id}`;
  return {
    async lapse(id) {
      const record = ((await redis.get(keyOf(id))) ?? "").split("|");
      if (record[0] !== "1p") throw new Error(`${id} is no reservation: ${record.join("|")}`);
      record[leaseUntilField] = "1";
      await redis.set(keyOf(id), record.join("|"), { expiration: "KEEPTTL" });
    },
    async expire(id) {
      await endRedisKey(redis, keyOf(id));
    },
  };
}

/** The time to live of a key passes, by the server's own clock. */
export async function endRedisKey(redis: Lane["redis"], key: string): Promise<void> {
  await redis.pExpire(key, 1);
  while ((await redis.exists(key)) === 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

function onPostgres({ database }: Lane): RecordTime {
  const past = "clock_timestamp() - interval '1 millisecond'";
  const set = async (column: string, id: string) => {
    const { rowCount } = await database.query(`UPDATE idempotency.record SET ${column} = ${past} WHERE id = $1`, [id]);
    if (rowCount !== 1) throw new Error(`the store has no record ${id}`);
  };
  return { lapse: (id) => set("lease_until", id), expire: (id) => set("expires_at", id) };
}
