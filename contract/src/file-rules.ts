import type { Sayable } from './sentence.ts'
import { phrase } from './sentence.ts'
import { folderMimeType } from './files.ts'
import type { FileRecord } from './files.ts'
import { orgRoleRefusal } from './access/org-roles.ts'
import type { RoleAndPosition } from './access/org-roles.ts'
import { isAdministrator, isStaff } from './roles.ts'
import type { Actor } from './session.ts'

/**
 * How long a client may delete their own folder upload that failed midway, including the files already
 * uploaded.
 */
export const withdrawWithinMs = 24 * 60 * 60_000

/**
 * Why the actor may not upload files and create folders where they have read access; null when they may. A
 * client with the position VIEWER may not.
 */
export function whyNotUpload(actor: RoleAndPosition): string | null {
  return orgRoleRefusal(actor, 'MEMBER')
}

/** Facts about a file, or a folder with all its contents, that decide who may delete it. */
export interface Deletion {
  isFolder: boolean
  /** Whether the actor created all of it. */
  isOwn: boolean
  /** Whether it contains a stored file. For a client, a stored file counts as submitted. */
  hasStored: boolean
  /** When its oldest item was created. */
  since: Date
}

/**
 * Why the actor may not delete a file or folder; null when they may. Administrators delete everything, staff
 * what they created, clients what they have not submitted yet and their own folder uploads within a day.
 * Source: domain.md 5, decision 0011.
 */
export function whyNotDelete(
  actor: Actor,
  { isFolder, isOwn, hasStored, since }: Deletion,
  now: Date,
): string | null {
  if (isAdministrator(actor.role)) return null
  if (isStaff(actor.role))
    return isOwn ? null : 'Created by someone else. Only an administrator can delete it.'
  const refusal = whyNotUpload(actor)
  if (refusal !== null) return refusal
  const isTakenBack = isFolder && now.getTime() - since.getTime() < withdrawWithinMs
  return isOwn && (!hasStored || isTakenBack) ? null : 'Only staff can delete submitted files.'
}

/**
 * The same rule for a file in a list. Only the server knows whether others added files to a folder; it
 * decides when the deletion is requested. A file whose creator is unknown counts as someone else's.
 */
export function whyNotDeleteListed(actor: Actor, file: FileRecord, now: Date): Sayable | null {
  const kept = whyRetained(file)
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
 * Why no one may delete, move or replace a file, or a folder that contains it; null when allowed. Source:
 * contract.md 11.3.
 */
export function whyRetained({ mimeType, submittedWith }: FileRecord): Sayable | null {
  if (!submittedWith) return null
  const template =
    mimeType === folderMimeType
      ? 'This folder has files submitted with {{title}} and can’t be changed.'
      : 'This file was submitted with {{title}} and can’t be changed.'
  return phrase(template, { title: submittedWith.title })
}

/**
 * Why the actor may not rename or move files or share them with clients; null when they may. Clients cannot
 * change what they submitted.
 */
export function whyNotChange(actor: Actor): string | null {
  return isStaff(actor.role) ? null : 'Only staff can rename and move files.'
}
