import type { Sayable } from './sentence.ts'
import { phrase } from './sentence.ts'
import { folderMimeType } from './files.ts'
import type { FileRecord } from './files.ts'
import { orgRoleRefusal } from './access/org-roles.ts'
import type { RoleAndPosition } from './access/org-roles.ts'
import { isAdministrator, isStaff } from './roles.ts'
import type { Actor } from './session.ts'

/** So long a client may take a folder upload back that failed in the middle, with what of it had arrived. */
export const takenBackWithinMs = 24 * 60 * 60_000

/**
 * Why the actor may not upload files and make folders where they may look, in words, or null: a client who
 * only views uploads nothing.
 */
export function whyNotUpload(actor: RoleAndPosition): string | null {
  return orgRoleRefusal(actor, 'MEMBER')
}

/** What of a file, or of a folder with all below it, decides who deletes it. */
export interface Deletion {
  isFolder: boolean
  /** Did the actor make all of it? */
  isOwn: boolean
  /** Is a file in it whose bytes are stored: handed in, where a client did it? */
  hasStored: boolean
  /** When the first of it was made. */
  since: Date
}

/**
 * Why the actor may not delete a file or folder, in words, or null when they may: administrators everything,
 * staff what they made, clients what they have not handed in yet, and a folder upload of theirs for a day.
 * Source: domain.md 5, decision 0011.
 */
export function whyNotDelete(
  actor: Actor,
  { isFolder, isOwn, hasStored, since }: Deletion,
  now: Date,
): string | null {
  if (isAdministrator(actor.role)) return null
  if (isStaff(actor.role)) return isOwn ? null : 'Others made this: an administrator deletes it.'
  const refusal = whyNotUpload(actor)
  if (refusal !== null) return refusal
  const isTakenBack = isFolder && now.getTime() - since.getTime() < takenBackWithinMs
  return isOwn && (!hasStored || isTakenBack) ? null : 'What was handed in is deleted by staff.'
}

/**
 * The same for a line of a list, as far as it tells: whether others put something into a folder the server
 * alone knows, and says when asked. A line of an answer that does not name its maker is judged as somebody
 * else's.
 */
export function whyNotDeleteListed(actor: Actor, file: FileRecord, now: Date): Sayable | null {
  const kept = whyKept(file)
  if (kept !== null) return kept
  const isFolder = file.mimeType === folderMimeType
  const since = new Date(file.createdAt ?? 0)
  return whyNotDelete(
    actor,
    {
      isFolder,
      isOwn: file.createdBy?.pid === actor.pid,
      hasStored: !isFolder && file.status === 'done',
      since,
    },
    now,
  )
}

/**
 * Why nobody may delete, move or replace a file, or a folder with it, in words, or null. Source: contract.md
 * 11.3.
 */
export function whyKept({ mimeType, submittedWith }: FileRecord): Sayable | null {
  if (!submittedWith) return null
  const template =
    mimeType === folderMimeType
      ? 'This folder holds files that were submitted with {{title}}: what was sent is kept as it was sent.'
      : 'This file was submitted with {{title}}: what was sent is kept as it was sent.'
  return phrase(template, { title: submittedWith.title })
}

/**
 * Why the actor may not rename, move or show files to clients, in words, or null: what a client handed in
 * stands as it was handed in.
 */
export function whyNotChange(actor: Actor): string | null {
  return isStaff(actor.role) ? null : 'Staff rename and move files.'
}
