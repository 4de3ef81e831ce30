import assert from 'node:assert/strict'
import { MailChangesResponse, MailFolders, MailMessages } from '@portal/contract'
import type { MailAddress, MailChange, MailFolderId, MailMessageSummary } from '@portal/contract'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { writing } from '../writing.ts'

/** Folders a test may fill directly; drafts and the outbox are filled only by writing and sending. */
export type GivenFolder = Exclude<MailFolderId, 'drafts' | 'outbox'>

export interface GivenMessage {
  subject?: string
  from?: MailAddress
  to?: MailAddress[]
  cc?: MailAddress[]
  replyTo?: MailAddress[]
  text?: string
  html?: string
  headers?: Record<string, string>
  files?: { name: string; mimeType: string; text: string; cid?: string }[]
  folder?: GivenFolder
  receivedAt?: Date
  isRead?: boolean
  flag?: boolean
}

export interface MessageState {
  folder: GivenFolder
  receivedAt: Date
  isRead: boolean
  flag: boolean
}

/** The parts of a scenario that depend on the provider. */
export interface Backstage {
  portal: TestApp
  /** Creates a mailbox for a person's address. */
  openMailbox(address: string): void
  /** Puts a message into a mailbox and returns its id. */
  put(address: string, raw: Buffer, place: MessageState): Promise<string>
  /** External addresses that got a message, in order. */
  outside(): string[]
}

const sender = { name: 'Sam Sender', address: 'sam@acme.example' }
/** A counter instead of the time, so that the messages of a test are distinct. */
let made = 0

function rawOf(
  address: string,
  { subject, from, to, cc, replyTo, text, html, headers, files = [] }: GivenMessage,
): Promise<Buffer> {
  made += 1
  const composer = new MailComposer({
    from: from ?? sender,
    to: to ?? [{ name: 'Reader', address }],
    cc: cc ?? [],
    replyTo: replyTo ?? [],
    subject: subject ?? `Message ${made}`,
    messageId: `<given-${made}@acme.example>`,
    text: text ?? 'Plain words',
    ...(html !== undefined && { html }),
    headers: headers ?? {},
    attachments: files.map(({ name, mimeType, text: content, cid }) => ({
      filename: name,
      contentType: mimeType,
      content,
      ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** Setup of a scenario: people with mailboxes of a provider, and the mail calls they make. */
export function setStage(backstage: Backstage) {
  const { portal } = backstage
  const mail = writing(portal)
  const day = Date.UTC(2026, 10, 1, 12)

  async function person(): Promise<Person> {
    const made1 = await portal.given.user({ role: 'team' })
    backstage.openMailbox(made1.email)
    return made1
  }
  async function given(reader: Person, message: GivenMessage = {}): Promise<string> {
    const raw = await rawOf(reader.email, message)
    const {
      folder = 'inbox',
      isRead = false,
      flag = false,
      receivedAt = new Date(day + made * 60_000),
    } = message
    return backstage.put(reader.email, raw, { folder, isRead, flag, receivedAt })
  }
  async function list(
    reader: Person,
    query: string,
  ): Promise<{ messages: MailMessageSummary[]; count: number }> {
    const response = await mail.call('GET', `messages?${query}`, reader)
    assert.equal(response.statusCode, 200, response.body)
    const { messages, metadata } = MailMessages.parse(response.json())
    return { messages, count: metadata.count }
  }
  const subjects = async (reader: Person, query: string) =>
    (await list(reader, query)).messages.map(({ subject }) => subject)
  async function counts(reader: Person): Promise<Record<string, [unread: number, total: number]>> {
    const response = await mail.call('GET', 'folders', reader)
    assert.equal(response.statusCode, 200, response.body)
    const { folders } = MailFolders.parse(response.json())
    return Object.fromEntries(
      folders
        .filter(({ totalCount }) => totalCount > 0)
        .map(({ id, unreadCount, totalCount }) => [id, [unreadCount, totalCount]]),
    )
  }
  async function change(reader: Person, changes: MailChange[]): Promise<MailChangesResponse> {
    const response = await mail.call('PATCH', 'messages', reader, { changes })
    assert.equal(response.statusCode, 200, response.body)
    return MailChangesResponse.parse(response.json())
  }
  /** Waits for the message with that subject in the folder. */
  async function arrived(reader: Person, folder: MailFolderId, subject: string): Promise<MailMessageSummary> {
    const found = await mail.until(
      async () =>
        (await list(reader, `folder=${folder}`)).messages.find((message) => message.subject === subject),
      (each) => each !== undefined,
    )
    assert.ok(found)
    return found
  }
  const { opened } = mail
  return { portal, mail, backstage, person, given, opened, list, subjects, counts, change, arrived }
}

export type Stage = ReturnType<typeof setStage>
/** Tests one requirement on a stage. */
export type Keep = (stage: Stage) => Promise<void>
/** Requirements on every mail provider, by name. */
export type Promises = Readonly<Record<string, Keep>>
