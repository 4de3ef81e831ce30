import { z } from 'zod'
import { Reference } from '../ids.ts'

/**
 * Response of `GET /notifications/{pid}/acknowledgments`: how many people a message asked to acknowledge it,
 * how many have not, and the first 200 of them by name. Nobody was asked: 0.
 */
export const MessageAcknowledgments = z.object({
  asked: z.number(),
  waiting: z.number(),
  people: z.array(Reference),
})
export type MessageAcknowledgments = z.infer<typeof MessageAcknowledgments>
