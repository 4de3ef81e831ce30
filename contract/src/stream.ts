import { z } from 'zod'

/**
 * Kinds of events on `GET /api/stream`. `reset`: what happened since the last event cannot be told any more,
 * everything is to be read anew.
 * Source: contract.md 7 and 11.5.
 */
export const streamEvents = [
  'alert',
  'notification',
  'record',
  'config',
  'registry',
  'job',
  'mail',
  'file',
  'reset',
] as const
export type StreamEventName = (typeof streamEvents)[number]

/**
 * Data of a `record`, `alert` or `notification` event. `collection` is one of records, or `conditions` or
 * `corrections`: a condition of a permit or an organization, or a comment of an authority changed, and with
 * it what stands in the way of permits. Many records changed by one job are one event of action `bulk`
 * without a pid.
 */
export const RecordEvent = z.object({
  collection: z.string(),
  pid: z.string(),
  action: z.string(),
  version: z.number(),
})
export type RecordEvent = z.infer<typeof RecordEvent>

/**
 * Data of a `file` event: `collection` is `files`, `action` create, update or delete as the viewer sees it: a
 * file that is shown to clients no longer is told to them as deleted. `folders` are the folders whose lists
 * change by it, each by a folder's pid or the name of a root, both ends of a move, and those alone that the
 * viewer may open. A folder renamed, moved or deleted also changes the way to all below it. More than
 * `mostFileEvents` at a time in one folder are one event of action `bulk` without a pid.
 */
export const FileEvent = z.object({ ...RecordEvent.shape, folders: z.array(z.string()) })
export type FileEvent = z.infer<typeof FileEvent>

/** More changes in one folder that happened together are told as one. */
export const mostFileEvents = 20

/** Data of a `job` event, for the job's owner alone. */
export const JobEvent = z.object({ id: z.string(), state: z.string(), done: z.number(), total: z.number() })
export type JobEvent = z.infer<typeof JobEvent>

/** Data of a `config` event: the version now in force. */
export const ConfigEvent = z.object({ version: z.number() })
export type ConfigEvent = z.infer<typeof ConfigEvent>

/** How long after an event a reconnecting browser still gets it. */
export const replayWindowMs = 600_000
