import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import type { ProofRequest } from "@/lib/progress/proofs/contract";

/** Roles have no point in their names. */
const migrationFile = "migration.sql";

/** What a learner wrote, as one value to be stored: sources by role, and the migration, where there is one, as a file beside them. */
export function storedCode({ handlers, migration }: Pick<ProofRequest, "handlers" | "migration">): Record<string, string> {
  return migration === "" ? handlers : { ...handlers, [migrationFile]: migration };
}

/** What was stored by `storedCode`. */
export function codeOfStored(stored: Prisma.JsonValue): Pick<ProofRequest, "handlers" | "migration"> {
  const { [migrationFile]: migration = "", ...handlers } = stored as Record<string, string>;
  return { handlers, migration };
}
