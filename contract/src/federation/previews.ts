import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'

/** How long a preview can be opened after its last deployment. */
export const previewDays = 7

/** Name of the signed cookie in which the server stores the previews that a session has opened. */
export const previewCookie = 'portal_preview'

/** Name of a branch, as it stands in the address of its preview. */
export const BranchName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, 'is not a branch name (letters, digits, . _ / -)')

/** A branch of a remote that can be previewed. */
export interface PreviewName {
  name: string
  branch: string
}

/** `mail@feature-x`, as the address of a preview and its cookie name it. */
export const writePreview = ({ name, branch }: PreviewName): string => `${name}@${branch}`

/** Parses `mail@feature-x`; null when it names no remote and branch. */
export function readPreview(text: string): PreviewName | null {
  const [, name = '', branch = ''] = /^([^@]+)@(.+)$/.exec(text) ?? []
  return RemoteName.safeParse(name).success && BranchName.safeParse(branch).success ? { name, branch } : null
}

/**
 * Path and query of the link that opens a preview: a page of the remote, so that somebody who is signed out
 * signs in first and returns to it.
 */
export const previewPath = (preview: PreviewName, page: string | null): string =>
  `${page ?? '/'}?preview=${encodeURIComponent(writePreview(preview))}`

/**
 * Body of `POST /api/federation/remotes/{name}/previews` (201). A branch that has a preview gets the new
 * version, and its seven days begin again.
 */
export const PreviewBody = z.strictObject({
  branch: BranchName,
  version: BuildVersion,
  /** Also for the people of every role for which the module is on, not only for those who may deploy it. */
  forRoles: z.boolean().default(false),
  /** The build was uploaded for this preview: it is deleted with it, unless it was activated meanwhile. */
  removeBuild: z.boolean().default(false),
  /** Previews a build although it uses what a live version of the portal lacks. */
  anyway: z.literal(true).optional(),
})
export type PreviewBody = z.infer<typeof PreviewBody>

export const Preview = z.object({
  pid: z.string(),
  name: RemoteName,
  branch: z.string(),
  version: BuildVersion,
  owner: z.string(),
  forRoles: z.boolean(),
  /** Path and query of its link. */
  path: z.string(),
  createdAt: z.string(),
  /** The person or the deploy token that made it. */
  createdBy: z.string(),
  until: z.string(),
})
export type Preview = z.infer<typeof Preview>

/** Response of `POST /api/federation/remotes/{name}/previews`. */
export const MadePreview = z.object({ path: z.string(), until: z.string() })
export type MadePreview = z.infer<typeof MadePreview>

/**
 * Body of `POST /api/federation/preview` (204): this session sees the preview until it leaves it by `DELETE`
 * of the same address.
 */
export const OpenPreviewBody = z.strictObject({ preview: z.string().max(200) })
