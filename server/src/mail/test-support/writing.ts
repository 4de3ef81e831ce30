import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { MailDraft, MailMessage, MailMessages, MailSending } from '@portal/contract'
import type { MailFolderId } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** The mail calls of a person. */
export function writing(portal: TestApp) {
  const json = { 'content-type': 'application/json' }
  const call = (
    method: 'POST' | 'PATCH' | 'DELETE' | 'GET',
    url: string,
    person: Person,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    portal.send(
      {
        method,
        url: `/api/mail/${url}`,
        headers: { ...(body !== undefined && json), ...headers },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      },
      person,
    )

  async function draft(person: Person, body: object, query = ''): Promise<MailDraft> {
    const response = await call('POST', `drafts${query}`, person, body)
    assert.equal(response.statusCode, 201, response.body)
    return MailDraft.parse(response.json())
  }
  const send = (person: Person, id: string, key = `key-${id}`, body: object = {}) =>
    call('POST', `drafts/${id}/send`, person, body, { 'idempotency-key': key })
  async function sent(person: Person, id: string): Promise<MailSending> {
    const response = await send(person, id)
    assert.equal(response.statusCode, 202, response.body)
    return MailSending.parse(response.json())
  }
  async function opened(person: Person, id: string, query = ''): Promise<MailMessage> {
    const response = await call('GET', `messages/${id}${query}`, person)
    assert.equal(response.statusCode, 200, response.body)
    return MailMessage.parse(response.json())
  }
  async function listed(person: Person, folder: MailFolderId, mailbox = person.email) {
    const response = await call(
      'GET',
      `messages?folder=${folder}&mailbox=${encodeURIComponent(mailbox)}`,
      person,
    )
    return MailMessages.parse(response.json()).messages
  }
  /** Advances the clock in steps of a second until the condition holds. */
  async function until<Value>(read: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
    for (let tries = 0; tries < 400; tries += 1) {
      const value = await read()
      if (isSo(value)) return value
      portal.clock.pass(1_000)
      await wait(20)
    }
    throw new Error(`It has not come to that: ${JSON.stringify(await read())}`)
  }
  /** Waits for the end of a sending and returns the message. */
  const ended = (person: Person, id: string) =>
    until(
      () => opened(person, id),
      ({ sending }) => sending?.state === 'sent' || sending?.state === 'failed',
    )
  return { call, draft, send, sent, opened, listed, until, ended }
}
