import type { SeedAttachment } from './attachments.ts'
import type { Block } from './blocks.ts'

/**
 * Who speaks in a story: the office that decides, the client's people, or the member of staff whose mailbox
 * it is.
 */
export type Voice = 'authority' | 'client' | 'staff' | 'colleague'

/** What a story is about. */
export interface Matter {
  refNo: string
  title: string
  /** The number the authority gave, or ours where it gave none yet. */
  caseNo: string
  client: { name: string; org: string }
  authority: { name: string; office: string }
  staff: string
  colleague: string
}

export interface Turn {
  from: Voice
  to: Voice
  cc?: Voice
  /** Absent = the story's subject with RE: before it. */
  subject?: string
  blocks: readonly Block[]
  attachments?: readonly SeedAttachment[]
}

export interface Story {
  subject: string
  turns: readonly Turn[]
}
