import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Address } from 'postal-mime'

/**
 * Well-known folders of a mailbox. `archive` and `conversationhistory` are created on first use, as in
 * Exchange.
 */
export const folderNames = [
  'inbox',
  'archive',
  'conversationhistory',
  'deleteditems',
  'drafts',
  'junkemail',
  'outbox',
  'sentitems',
] as const
export type FolderName = (typeof folderNames)[number]

export interface Person {
  name: string
  address: string
}

export interface FakeAttachment {
  id: string
  name: string
  contentType: string
  isInline: boolean
  contentId: string | null
  bytes: Buffer
}

export interface FakeMessage {
  /** The immutable id. Without the header, callers see an id that also contains the number of moves. */
  id: string
  moves: number
  folder: FolderName
  internetMessageId: string
  conversationId: string
  subject: string
  from: Person
  to: Person[]
  cc: Person[]
  bcc: Person[]
  replyTo: Person[]
  headers: { name: string; value: string }[]
  body: { contentType: 'text' | 'html'; content: string }
  received: Date
  isRead: boolean
  isDraft: boolean
  flagged: boolean
  attachments: FakeAttachment[]
  raw: Buffer
  /** Change counter of the mailbox, used by delta queries. */
  changed: number
  /** In transport: a request by id does not find it. */
  isTravelling: boolean
}

const newId = () => `AAkALg${randomBytes(24).toString('base64url')}`
const toPeople = (addresses: readonly Address[] | undefined): Person[] =>
  (addresses ?? []).flatMap((each) => (each.group ?? [each]).map(({ name, address }) => ({ name, address })))

/** One mailbox with the behavior of Exchange. */
export class FakeMailbox {
  readonly address: string
  readonly messages = new Map<string, FakeMessage>()
  readonly removed: { id: string; folder: FolderName; changed: number }[] = []
  readonly folderIds = new Map<FolderName, string>(folderNames.map((name) => [name, newId()]))
  readonly made = new Set<FolderName>(
    folderNames.filter((name) => name !== 'archive' && name !== 'conversationhistory'),
  )
  changes = 0

  constructor(address: string) {
    this.address = address
  }

  /** Puts an RFC 5322 message into a folder. */
  async put(raw: Buffer, folder: FolderName, more: Partial<FakeMessage> = {}): Promise<FakeMessage> {
    const email = await PostalMime.parse(raw, { forceRfc822Attachments: true })
    const id = newId()
    const answered = [
      ...(email.references ?? '').matchAll(/<[^<>]+>/g),
      ...(email.inReplyTo ?? '').matchAll(/<[^<>]+>/g),
    ].map(([each]) => each)
    const thread = [...this.messages.values()].find(({ internetMessageId }) =>
      answered.includes(internetMessageId),
    )
    const message: FakeMessage = {
      id,
      moves: 0,
      folder,
      internetMessageId: email.messageId ?? `<${id}@exchange.example>`,
      conversationId: thread?.conversationId ?? newId(),
      subject: (email.subject ?? '').slice(0, 255),
      from: toPeople(email.from && [email.from])[0] ?? { name: '', address: '' },
      to: toPeople(email.to),
      cc: toPeople(email.cc),
      bcc: toPeople(email.bcc),
      replyTo: toPeople(email.replyTo),
      headers: email.headers.map(({ originalKey: name, value }) => ({ name, value })),
      body:
        email.html === undefined
          ? { contentType: 'text', content: email.text ?? '' }
          : { contentType: 'html', content: email.html },
      received: new Date(),
      isRead: false,
      isDraft: false,
      flagged: false,
      attachments: email.attachments.map(
        ({ filename, mimeType, contentId, related, disposition, content }) => ({
          id: newId(),
          name: filename ?? 'attachment',
          contentType: mimeType,
          isInline: contentId !== undefined && (related === true || disposition === 'inline'),
          contentId: contentId?.replaceAll(/^<|>$/g, '') ?? null,
          bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
        }),
      ),
      raw,
      changed: this.nextChange(),
      isTravelling: false,
      ...more,
    }
    this.messages.set(id, message)
    this.made.add(folder)
    return message
  }

  nextChange(): number {
    this.changes += 1
    return this.changes
  }

  /**
   * The id of a message for a caller. It changes with every move unless the caller asked for immutable ids.
   */
  idFor({ id, moves }: FakeMessage, isImmutable: boolean): string {
    return isImmutable ? id : `AAMkAD${id.slice(6)}.${moves}`
  }

  find(asked: string): FakeMessage | undefined {
    const known = this.messages.get(asked)
    if (known !== undefined) return known
    return [...this.messages.values()].find((message) => this.idFor(message, false) === asked)
  }

  move(message: FakeMessage, folder: FolderName): void {
    this.removed.push({ id: message.id, folder: message.folder, changed: this.nextChange() })
    message.folder = folder
    message.moves += 1
    message.changed = this.nextChange()
    this.made.add(folder)
  }

  remove(message: FakeMessage): void {
    this.messages.delete(message.id)
    this.removed.push({ id: message.id, folder: message.folder, changed: this.nextChange() })
  }

  in(folder: FolderName | null): FakeMessage[] {
    return [...this.messages.values()].filter(
      (message) => !message.isTravelling && (folder === null || message.folder === folder),
    )
  }
}
