import { z } from 'zod'
import { hasOrgRole } from '../access/org-roles.ts'
import { optionsOf } from '../collections/field.ts'
import { keptText } from '../query/values.ts'
import { isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'
import { LocalDate } from '../time.ts'
import { documentTypes } from './code-tables.ts'

/** Disciplines of plan review, by which an authority orders its comments. */
export const disciplines = optionsOf([
  'BUILDING',
  'ELECTRICAL',
  'PLUMBING',
  'MECHANICAL',
  'STRUCTURAL',
  'FIRE',
  'ZONING',
  'CIVIL',
  'ACCESSIBILITY',
  'HEALTH',
  'OTHER',
])

/**
 * How a comment stands. It is answered once there is a response, and done once the office has taken that over
 * into the package.
 */
export const correctionStatuses = ['OPEN', 'ANSWERED', 'DONE'] as const

const disciplineCodes = disciplines.map(({ code }) => code)
const documentCodes = documentTypes.map(({ code }) => code)

/** Most comments recorded at once, and most of one submission cycle. */
export const mostCorrections = 200
/** Longest text of a comment and of a response. */
export const longestCorrection = 4_000

const said = (longest: number) => keptText(longest).refine((text) => text !== '', 'says nothing')
const item = keptText(100).nullish()
const documents = z.array(z.enum(documentCodes)).max(documentCodes.length).nullish()

/** One comment of an authority as it is recorded. */
export const NewCorrection = z.strictObject({
  text: said(longestCorrection),
  /** The item or sheet it is about, such as `A-101`. */
  item,
  discipline: z.enum(disciplineCodes).nullish(),
  /** Documents of the checklist it concerns: they are needed anew. */
  documents,
  dueDate: LocalDate.nullish(),
  /** Is the client asked to answer it? Clients see these comments alone. */
  forClient: z.boolean().optional(),
})
export type NewCorrection = z.infer<typeof NewCorrection>

export const NewCorrectionList = z.array(NewCorrection).max(mostCorrections)

/** Body of `POST /permits/{pid}/corrections`: more comments of the present cycle. Answers 201 as GET. */
export const NewCorrections = z.strictObject({ comments: NewCorrectionList.min(1) })

/**
 * Body of `PATCH /permits/{pid}/corrections/{correction}`. A response answers the comment; an empty one opens
 * it again. `version` is that of the comment the caller saw. Clients write `response`, `file` and `version`
 * alone.
 */
export const CorrectionPatch = z.strictObject({
  version: z.int().min(1).max(2_147_483_647).optional(),
  response: keptText(longestCorrection).nullish(),
  file: z.string().min(1).max(64).nullish(),
  status: z.enum(correctionStatuses).optional(),
  text: said(longestCorrection).optional(),
  item: item.optional(),
  discipline: z.enum(disciplineCodes).nullish(),
  /** Documents that come to it are needed anew; one that is taken off stays as it stands in the checklist. */
  documents,
  dueDate: LocalDate.nullish(),
  forClient: z.boolean().optional(),
})
export type CorrectionPatch = z.infer<typeof CorrectionPatch>

/** What of a comment a client may write. */
export const clientCorrectionFields: readonly string[] = ['version', 'response', 'file']

const Named = z.object({ pid: z.string(), title: z.string() }).nullable()

/** One comment of an authority, with its response. */
export const Correction = z.object({
  pid: z.string(),
  version: z.int(),
  cycleNo: z.int(),
  text: z.string(),
  item: z.string().nullable(),
  discipline: z.string().nullable(),
  documents: z.array(z.string()),
  dueDate: z.string().nullable(),
  forClient: z.boolean(),
  status: z.enum(correctionStatuses),
  response: z.string().nullable(),
  file: Named,
  answeredAt: z.string().nullable(),
  answeredBy: Named,
  /**
   * When and by whom it was edited last; null while it stands as it was recorded. A server older than the
   * page does not say.
   */
  editedAt: z.string().nullable().default(null),
  editedBy: Named.default(null),
  createdAt: z.string(),
})
export type Correction = z.infer<typeof Correction>

/**
 * Answer of `GET /permits/{pid}/corrections`: comments of every cycle in the order they were recorded.
 * `cycleNo` is the permit's present cycle,
 * `isOpen` whether its comments may still be worked on: what was submitted is kept as it went out.
 */
export const Corrections = z.object({
  cycleNo: z.int(),
  isOpen: z.boolean(),
  corrections: z.array(Correction),
})
export type Corrections = z.infer<typeof Corrections>

/** What decides whether somebody may answer a comment. */
type Answerer = Pick<Actor, 'role' | 'orgRole'>

/**
 * May this person answer the comment? The office answers any, members of the client's organization those they
 * are asked.
 */
export function answersCorrection(actor: Answerer, { forClient }: Pick<Correction, 'forClient'>): boolean {
  return isStaff(actor.role) || (forClient && hasOrgRole(actor, 'MEMBER'))
}

/** How many of these comments are answered. */
export function answeredOf(corrections: readonly Pick<Correction, 'status'>[]): number {
  return corrections.filter(({ status }) => status !== 'OPEN').length
}

/** A step whose comments say why it is taken needs no other reason. */
export function withReason<
  Body extends { comments?: readonly NewCorrection[] | undefined; reason?: string | null | undefined },
>(body: Body): Body {
  const count = body.comments?.length ?? 0
  return count === 0 || body.reason
    ? body
    : { ...body, reason: `${count} ${count === 1 ? 'comment' : 'comments'} of the authority` }
}

/**
 * The comments a step records. One that names neither comments nor what the client is asked for is taken as
 * before: its reason is the one comment.
 */
export function recordedCorrections(body: {
  comments?: readonly NewCorrection[] | undefined
  items?: readonly unknown[] | undefined
  reason?: string | null | undefined
}): readonly NewCorrection[] {
  const { comments = [], items = [], reason } = body
  return comments.length > 0 || items.length > 0 || !reason ? comments : [{ text: reason }]
}
