import { z } from 'zod'

/**
 * Kinds of events on `GET /api/stream`. `reset` means that events were lost since the last event and the
 * client must reload everything. Source: contract.md 7 and 11.5.
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
  'presence',
  'reset',
] as const
export type StreamEventName = (typeof streamEvents)[number]

/**
 * Data of a `record`, `alert` or `notification` event. `collection` is a collection of records, or
 * `conditions` or `corrections`: a condition or a comment of an authority changed, which can change the
 * blockers of permits. A job that changes many records sends one event with action `bulk` and without a pid.
 */
export const RecordEvent = z.object({
  collection: z.string(),
  pid: z.string(),
  action: z.string(),
  version: z.number(),
})
export type RecordEvent = z.infer<typeof RecordEvent>

/**
 * Data of a `file` event. `collection` is `files`. `action` is create, update or delete from the viewer's
 * perspective: for clients, a file that is no longer shared with them is deleted. `folders` are the folders
 * whose lists change, by the pid of a folder or the name of a root, with both ends of a move; only folders
 * that the viewer may open. Renaming, moving or deleting a folder also changes the path of everything below
 * it. More than `mostFileEvents` changes in one folder at the same time are one event with action `bulk` and
 * without a pid.
 */
export const FileEvent = z.object({ ...RecordEvent.shape, folders: z.array(z.string()) })
export type FileEvent = z.infer<typeof FileEvent>

/** More simultaneous changes in one folder are sent as one event. */
export const maxFileEvents = 20

/** Data of a `job` event, sent only to the owner of the job. */
export const JobEvent = z.object({ id: z.string(), state: z.string(), done: z.number(), total: z.number() })
export type JobEvent = z.infer<typeof JobEvent>

/** Data of a `config` event: the current version. */
export const ConfigEvent = z.object({ version: z.number() })
export type ConfigEvent = z.infer<typeof ConfigEvent>

/** How long an event can be replayed to a reconnecting browser. */
export const replayWindowMs = 600_000
