import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './portal.ts'

/** The SMTP port the journeys' server listens on. */
export function smtpPort(): number {
  const { baseURL } = test.info().project.use
  return Number(new URL(baseURL ?? 'http://localhost:4310').port) + 2_000
}

/**
 * Delivers a message by SMTP, like an external mail server. `message` is its header and body with LF lines.
 */
export async function deliver(to: string, message: string, from = 'stranger@outside.example'): Promise<void> {
  const socket = connect(smtpPort(), '127.0.0.1')
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const expectResponse = async (code: string) => {
    let line = ''
    do line = String((await lines.next()).value)
    while (line[3] === '-')
    expect(line.slice(0, 3)).toBe(code)
  }
  const say = async (text: string, code: string) => {
    socket.write(`${text}\r\n`)
    await expectResponse(code)
  }
  await expectResponse('220')
  await say('EHLO outside.example', '250')
  await say(`MAIL FROM:<${from}>`, '250')
  await say(`RCPT TO:<${to}>`, '250')
  await say('DATA', '354')
  await say(`${message.replaceAll('\n', '\r\n').replaceAll('\r\n.', '\r\n..')}\r\n.`, '250')
  socket.end('QUIT\r\n')
}

/** A unique subject. */
export const freshSubject = (what: string): string =>
  `${what} ${Date.now()}${Math.floor(Math.random() * 1e4)}`

/** Opens mail and waits for the list. */
export async function openMail(page: Page, path = '/mail'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'New mail' })).toBeVisible()
}

/** The row of a message in the list. */
export const lineOf = (page: Page, subject: string): Locator =>
  page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: new RegExp(subject) })

/** Starts a message and waits until the editor is ready. */
export async function beginMail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New mail' }).click()
  await expect(letter(page)).toBeVisible()
}

/** The body of the message being written. */
export const letter = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })

/** Fills in recipients and subject. */
export async function address(page: Page, to: readonly string[], subject: string): Promise<void> {
  for (const each of to) {
    await page.getByLabel('To', { exact: true }).fill(each)
    await page.getByLabel('To', { exact: true }).press('Enter')
  }
  await page.getByLabel('Subject', { exact: true }).fill(subject)
}

/** The document with the body of the open message. */
export const bodyOf = (page: Page) => page.frameLocator('iframe[title^="Text of"]')
