import type { SeedAttachment } from './attachments.ts'
import type { Block } from './blocks.ts'

/**
 * Speakers of a story: the authority, the client's people, the staff member who owns the mailbox, or a
 * colleague.
 */
export type Voice = 'authority' | 'client' | 'staff' | 'colleague'

/** The subject of a story. */
export interface Matter {
  refNo: string
  title: string
  /** The authority's number, or the portal's if there is none yet. */
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
  /** Absent: the story's subject with the prefix RE:. */
  subject?: string
  blocks: readonly Block[]
  attachments?: readonly SeedAttachment[]
}

export interface Story {
  subject: string
  turns: readonly Turn[]
}
