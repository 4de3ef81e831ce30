import { z } from 'zod'

/** Answer of `GET /api/health`: 200 when it can serve, else 503 with `status: "down"` and what is down. */
export const Health = z.object({
  status: z.enum(['ok', 'down']),
  /** Of the server; not told to strangers of a public portal. */
  version: z.string().optional(),
  database: z.string(),
  store: z.string(),
  mail: z.string(),
  /**
   * Where Microsoft sign-in is configured: whether its tokens say when people proved themselves; `unknown`
   * until somebody signed in.
   */
  microsoft: z.enum(['ok', 'no-auth-time', 'unknown']).optional(),
  /**
   * The virus scanner: `none` where none is configured. Files are served without it, so `down` does not stop
   * the portal.
   */
  scanner: z.string().optional(),
  /**
   * What needs an administrator although the portal serves: `sweeps` are stopped, the `disk` is nearly full,
   * the `scanner` is down.
   */
  degraded: z.array(z.enum(['sweeps', 'disk', 'scanner'])).optional(),
})
export type Health = z.infer<typeof Health>
