import { z } from 'zod'
import { Reference } from '../ids.ts'
import { ChecklistItem, isDocumentSettled } from '../machines/packages.ts'
import type { Checklist } from '../machines/packages.ts'
import { newChecklist } from './new-checklist.ts'
import { needOf } from './requirement-differences.ts'
import type { Documents } from './requirement-differences.ts'
import { LibraryCondition, RequirementDifferences, RequirementsOfPermit } from './requirements.ts'
import type { DocumentNeed } from './requirements.ts'

/** Nothing was done about the document yet, so it can go without a loss. */
const isUntouched = ({ state, file, onPaper, reason }: ChecklistItem): boolean =>
  state === 'MISSING' && file === null && !onPaper && reason === null

/**
 * The checklist of a package whose permit moves to another version. Documents that are asked for as well are
 * missing. Documents no longer asked for go; one that was already received, waived or rejected stays as an
 * optional one, so moving back restores the checklist. Documents that neither version asks for, such as those
 * of a correction, stay as they are.
 */
export function movedChecklist(
  checklist: readonly ChecklistItem[],
  from: Documents,
  to: Documents,
): Checklist {
  const kept = checklist.flatMap((item) => {
    const [before, after] = [needOf(from, item.documentType), needOf(to, item.documentType)]
    if (before === after) return [item]
    if (after !== null) return [{ ...item, required: after === 'REQUIRED' }]
    return isUntouched(item) ? [] : [{ ...item, required: false }]
  })
  const asked = newChecklist(to)
  const byType = new Map(kept.map((item) => [item.documentType, item]))
  const isAsked = new Set(asked.map(({ documentType }) => documentType))
  // A document that was taken off a checklist by hand stays off, unless it is new in this version.
  const present = asked.flatMap((item) => {
    const known = byType.get(item.documentType)
    if (known !== undefined) return [known]
    return needOf(from, item.documentType) === null ? [item] : []
  })
  return [...present, ...kept.filter(({ documentType }) => !isAsked.has(documentType))]
}

/**
 * The documents that the permit of a package asks for differently since the package was ready to submit. Such
 * a package does not change without someone who reopens it.
 */
export const AskedSince = RequirementDifferences.shape.documents
export type AskedSince = z.infer<typeof AskedSince>

/** Two changes in a row as one. What came back to where it was is no change. */
export function addAskedSince(earlier: AskedSince, later: AskedSince): AskedSince {
  const before = new Map(earlier.map((change) => [change.documentType, change]))
  const after = later.map((change) => {
    const { from } = before.get(change.documentType) ?? change
    return { ...change, from }
  })
  const changed = new Set(after.map(({ documentType }) => documentType))
  return [...earlier.filter(({ documentType }) => !changed.has(documentType)), ...after].filter(
    ({ from, to }) => from !== to,
  )
}

const documentsOf = (changes: AskedSince, side: 'from' | 'to'): Documents => {
  const having = (need: DocumentNeed) =>
    changes.flatMap((change) => (change[side] === need ? [change.documentType] : []))
  return { required: having('REQUIRED'), optional: having('OPTIONAL') }
}

/** The checklist with the documents that the permit asks for since. */
export const withAskedSince = (checklist: Checklist, changes: AskedSince): Checklist =>
  movedChecklist(checklist, documentsOf(changes, 'from'), documentsOf(changes, 'to'))

/** The documents among them that the package needs and does not have. */
export function lateDocuments(checklist: Checklist, changes: AskedSince): string[] {
  const required = new Set(checklist.flatMap((item) => (item.required ? [item.documentType] : [])))
  return withAskedSince(checklist, changes).flatMap((item) =>
    item.required && !required.has(item.documentType) && !isDocumentSettled(item) ? [item.documentType] : [],
  )
}

/** What a move does to the checklist of an unsent package, by document type. */
export const ChecklistChanges = z.object({
  added: z.array(z.string()),
  dropped: z.array(z.string()),
  /** No longer asked for, but received, waived or rejected already: kept as optional. */
  kept: z.array(z.string()),
})
export type ChecklistChanges = z.infer<typeof ChecklistChanges>

/** The differences between a checklist and the one after a move. */
export function checklistChanges(
  before: readonly ChecklistItem[],
  after: readonly ChecklistItem[],
  to: Documents,
): ChecklistChanges {
  const typesOf = (items: readonly ChecklistItem[]) => items.map(({ documentType }) => documentType)
  const [had, has] = [typesOf(before), typesOf(after)]
  const wasRequired = new Map(before.map(({ documentType, required }) => [documentType, required]))
  return {
    added: has.filter((type) => !had.includes(type)),
    dropped: had.filter((type) => !has.includes(type)),
    kept: after.flatMap(({ documentType, required }) =>
      wasRequired.get(documentType) === true && !required && needOf(to, documentType) === null
        ? [documentType]
        : [],
    ),
  }
}

/** Result of the job that undoes a move. */
export const MoveUndone = z.object({
  restored: z.int(),
  failed: z.array(z.object({ pid: z.string(), reason: z.string() })),
})
export type MoveUndone = z.infer<typeof MoveUndone>

/** The later version that open permits are compared with: the draft, a scheduled one, or the one in force. */
export const requirementTargets = ['draft', 'published', 'scheduled'] as const

/**
 * Query of `GET /requirements/permits`; authority (a pid) and permit type narrow it. `id` is that of the
 * scheduled publication.
 */
export const AffectedPermitsQuery = z.strictObject({
  to: z.enum(requirementTargets),
  id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  authority: z.string().min(1).max(64).optional(),
  permitType: z.string().min(1).max(60).optional(),
  page: z.coerce.number().int().min(1).max(2_147_483_647).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
})
export type AffectedPermitsQuery = z.infer<typeof AffectedPermitsQuery>

/** An open permit for which the later version asks something else. */
export const AffectedPermit = z.object({
  pid: z.string(),
  refNo: z.string().nullable(),
  title: z.string(),
  authority: Reference.nullable(),
  permitType: z.string().nullable(),
  /** Number of the version that it has. */
  number: z.int(),
  differences: RequirementDifferences,
  /** What a move does to its package that is not sent yet; null if there is none. */
  checklist: ChecklistChanges.nullable(),
  /** Why it cannot be moved now; null if it can. */
  refusal: z.string().nullable(),
})
export type AffectedPermit = z.infer<typeof AffectedPermit>

/** Response of `GET /requirements/permits`. */
export const AffectedPermitsPage = z.object({
  /** Number of the version in force, if permits are compared with it. */
  number: z.int().nullable(),
  /** Open permits with another version than that, and of these those for which something differs. */
  open: z.int(),
  /** By agency and permit type, largest first. */
  groups: z.array(
    z.object({
      authority: Reference.nullable(),
      permitType: z.string().nullable(),
      count: z.int(),
      differences: RequirementDifferences,
    }),
  ),
  permits: z.array(AffectedPermit),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type AffectedPermitsPage = z.infer<typeof AffectedPermitsPage>

/**
 * Body of `POST /requirements/move`: open permits of other versions get the one in force, as a job that can
 * be undone. `to` is the number that the person saw.
 */
export const MoveRequirements = z.strictObject({
  to: z.int().min(0).max(2_147_483_647),
  authority: AffectedPermitsQuery.shape.authority,
  permitType: AffectedPermitsQuery.shape.permitType,
})
export type MoveRequirements = z.infer<typeof MoveRequirements>

/** Result of the job of a move. */
export const MoveResult = z.object({
  updated: z.int(),
  failed: z.array(z.object({ pid: z.string(), reason: z.string() })),
})
export type MoveResult = z.infer<typeof MoveResult>

/**
 * Query of `GET /requirements/trial`: the draft tried on a copy of a permit. The copy may have another
 * authority (a pid) or permit type.
 */
export const TrialQuery = z.strictObject({
  permit: z.string().min(1).max(64),
  authority: AffectedPermitsQuery.shape.authority,
  permitType: AffectedPermitsQuery.shape.permitType,
})

/** Response of `GET /requirements/trial`. Nothing of it is stored. */
export const RequirementsTrial = z.object({
  permit: z.object({ pid: z.string(), refNo: z.string().nullable(), title: z.string() }),
  authority: Reference.nullable(),
  permitType: z.string().nullable(),
  /** Number of the version that the permit has. */
  number: z.int(),
  differences: RequirementDifferences,
  checklist: z.array(ChecklistItem),
  readinessPct: z.int(),
  missingCount: z.int(),
  /** What the package of the copy needs before it can be sent, in the language of the viewer. */
  unmet: z.array(z.string()),
  conditions: z.array(LibraryCondition),
  fees: z.array(z.string()),
  ...RequirementsOfPermit.pick({ amounts: true, departments: true, expectedDays: true }).shape,
})
export type RequirementsTrial = z.infer<typeof RequirementsTrial>
