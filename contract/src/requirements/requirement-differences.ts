import { z } from 'zod'

/** Whether a document has to be, or may be, part of a package; null when it is not asked for. */
const DocumentNeed = z.enum(['REQUIRED', 'OPTIONAL']).nullable()
export type DocumentNeed = z.infer<typeof DocumentNeed>

/** What differs for one permit between two versions of the requirements. */
export const RequirementDifferences = z.object({
  documents: z.array(z.object({ documentType: z.string(), from: DocumentNeed, to: DocumentNeed })),
  /** `text` is that of the later version, or of the former one for a condition that is no longer there. */
  conditions: z.array(
    z.object({ code: z.string(), change: z.enum(['added', 'dropped', 'changed']), text: z.string() }),
  ),
  fees: z.object({ added: z.array(z.string()), dropped: z.array(z.string()) }),
})
export type RequirementDifferences = z.infer<typeof RequirementDifferences>

/** Whether two versions ask the same of a permit. */
export const isWithoutDifference = ({ documents, conditions, fees }: RequirementDifferences): boolean =>
  documents.length + conditions.length + fees.added.length + fees.dropped.length === 0
