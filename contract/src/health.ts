import { z } from 'zod'

/**
 * Response of `GET /api/health`: 200 when the portal can serve, otherwise 503 with `status: "down"` and the
 * failed parts.
 */
export const Health = z.object({
  status: z.enum(['ok', 'down']),
  /** Version of the server; hidden from anonymous callers of a public portal. */
  version: z.string().optional(),
  database: z.string(),
  store: z.string(),
  mail: z.string(),
  /**
   * Present when Microsoft sign-in is configured: whether its tokens contain the authentication time;
   * `unknown` before the first sign-in.
   */
  microsoft: z.enum(['ok', 'no-auth-time', 'unknown']).optional(),
  /**
   * State of the virus scanner; `none` when none is configured. Files are also served without it, so `down`
   * does not stop the portal.
   */
  scanner: z.string().optional(),
  /**
   * Problems that need an administrator while the portal keeps serving: `sweeps` are stopped, the `disk` is
   * nearly full, the `scanner` is down, outgoing `mail` fails or waits, other `servers` have another file
   * store, no recent one among the `backups`, the `standby` is down or late.
   */
  degraded: z
    .array(z.enum(['sweeps', 'disk', 'scanner', 'mail', 'servers', 'backups', 'standby']))
    .optional(),
  /** `down` when the disk of `DATA_DIR` cannot be written; absent otherwise. */
  disk: z.string().optional(),
  /** What is wrong with a part, in one sentence each; hidden from those who do not see the version. */
  reasons: z.record(z.string(), z.string()).optional(),
})
export type Health = z.infer<typeof Health>
