import {
  address,
  beginMail,
  bodyOf,
  deliver,
  freshSubject,
  letter,
  lineOf,
  openMail,
} from '../support/mail.ts'
import { makePermit } from '../support/permits.ts'
import { expect, test } from '../support/portal.ts'
import { countOf, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

// Playwright's trace recorder cannot run scripts in the document of a message, and Chromium logs that. A file
// attached during a save of the draft is refused once and sent again.
test.use({ expectedConsole: /409 \(Conflict\)|^Blocked script execution in \S+\/body\?/ })

const me = 'team@portal.example'

/** Delivers a message for the team; returns its subject. */
async function incoming(what: string, more = ''): Promise<string> {
  const subject = freshSubject(what)
  await deliver(
    me,
    `From: Ada <ada@outside.example>\nTo: ${me}\nSubject: ${subject}\n${more}Content-Type: text/plain\n\nThe plans need a scale.`,
  )
  return subject
}

task('office', 43, 'Answer a message', 'team', async ({ page, start }) => {
  const subject = await incoming('Scale')
  await start('/mail')
  await lineOf(page, subject).click()
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  await letter(page).fill('Thank you, we add it.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Sending “RE: ${subject}”.`)).toBeVisible()
})

task('office', 44, 'Write a message with an attachment', 'team', async ({ page, start }) => {
  const subject = freshSubject('Plan')
  await start('/mail')
  await beginMail(page)
  await address(page, ['admin@portal.example'], subject)
  await letter(page).fill('The plan is attached.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 plan') })
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('plan.pdf')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Sending “${subject}”.`)).toBeVisible()
})

task('office', 45, 'Leave a draft, and come back to it', 'team', async ({ page, start }) => {
  const subject = freshSubject('Draft')
  await start('/mail')
  await beginMail(page)
  await address(page, ['admin@portal.example'], subject)
  await letter(page).fill('Half a thought')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await lineOf(page, subject).click()
  await expect(letter(page)).toHaveText('Half a thought')
})

task('office', 46, 'Find a message in any folder', 'team', async ({ page, start }) => {
  const subject = await incoming('Anywhere')
  await openMail(page)
  await lineOf(page, subject).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await expect(lineOf(page, subject)).toHaveCount(0)
  await start('/mail')
  await page.keyboard.press('/')
  await page.keyboard.type(subject)
  await lineOf(page, subject).click()
  await expect(bodyOf(page).getByText('The plans need a scale.')).toBeVisible()
})

task('office', 47, 'Read a conversation', 'team', async ({ page, start }) => {
  const id = `<${freshSubject('id').replace(' ', '')}@outside.example>`
  const subject = await incoming('Thread', `Message-ID: ${id}\n`)
  await deliver(
    me,
    `From: Bo <bo@outside.example>\nTo: ${me}\nSubject: Re: ${subject}\nIn-Reply-To: ${id}\nReferences: ${id}\nContent-Type: text/plain\n\nAgreed.`,
  )
  await start('/mail')
  await lineOf(page, subject).first().click()
  await expect(page.getByRole('group', { name: 'Conversation of 2 messages' })).toBeVisible()
  await expect(
    bodyOf(page)
      .first()
      .getByText(/scale|Agreed/),
  ).toBeVisible()
})

task('office', 48, 'Make a task of a message', 'team', async ({ page, start }) => {
  const subject = await incoming('To do')
  await start('/mail')
  await lineOf(page, subject).click()
  await page.getByRole('button', { name: 'New task' }).first().click()
  await page
    .getByRole('dialog', { name: 'New task from this message' })
    .getByRole('button', { name: 'Create task' })
    .click()
  await expect.poll(() => countOf(page, 'tasks', { filter: { title: { contains: subject } } })).toBe(1)
})

task('office', 49, 'Link a message to a permit', 'team', async ({ page, start }) => {
  const title = unique('Mail about')
  const { refNo } = await read(page, `permits/${await makePermit(page, title)}`)
  const subject = await incoming('About a permit')
  await start('/mail')
  await lineOf(page, subject).click()
  await page.keyboard.press('l')
  await page.getByRole('combobox', { name: 'Permit, task or organization' }).fill(String(refNo))
  await expect(page.getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Linked records' })).toContainText('Linked manually.')
})

task('office', 50, 'Send again a message that could not be sent', 'team', async ({ page, start }) => {
  const subject = freshSubject('Not sent')
  await openMail(page)
  await beginMail(page)
  await address(page, ['somebody@outside.example'], subject)
  await letter(page).fill('This portal has no SMTP server.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Sending “${subject}”.`)).toBeVisible()
  const failed = page.getByRole('article').filter({ hasText: 'outgoing email isn’t set up' })
  await page.goto('/mail/outbox')
  await lineOf(page, subject).click()
  await expect(failed).toBeVisible({ timeout: 60_000 })
  await start('/mail')
  await page.getByRole('link', { name: 'Outbox' }).click()
  await lineOf(page, subject).click()
  await failed.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText(`Resending “${subject}”.`)).toBeVisible()
})
