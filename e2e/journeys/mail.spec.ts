import { Buffer } from 'node:buffer'
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
import { deskOf } from '../support/people.ts'
import { expect, signInAs, test } from '../support/portal.ts'

// Playwright's trace recorder cannot run scripts in the document of a message, and Chromium logs that.
test.use({ expectedConsole: /^Blocked script execution in \S+\/body\?/ })

/** A green image of ten by ten pixels. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

test('two users write to each other, and reply all keeps an image in the text (issue 6)', async ({
  page,
  browser,
}) => {
  const subject = freshSubject('Fence')
  await signInAs(page, 'team')
  await openMail(page)
  const admin = await deskOf(browser, 'admin')
  await openMail(admin)

  await beginMail(page)
  await address(page, ['admin@portal.example', 'superadmin@portal.example'], subject)
  await letter(page).click()
  await page.keyboard.type('The fence as it stands: ')
  await letter(page).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'fence.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, picture)
  await expect(letter(page).getByRole('img', { name: 'fence.png' })).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 plan') })
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('plan.pdf')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`Sending “${subject}”.`)).toBeVisible()

  // It arrives without a reload.
  await lineOf(admin, subject).click({ timeout: 25_000 })
  await expect(bodyOf(admin).getByRole('img', { name: 'fence.png' })).toBeVisible()
  await expect(admin.getByRole('link', { name: /plan\.pdf/ })).toBeVisible()

  await admin.getByRole('button', { name: 'Reply all' }).click()
  await expect(admin.getByLabel('Subject', { exact: true })).toHaveValue(`RE: ${subject}`)
  await expect(letter(admin).getByRole('img', { name: 'fence.png' })).toBeVisible()
  await expect(admin.getByRole('button', { name: /Amelia Thistlewood|superadmin@/ })).toBeVisible()
  await letter(admin).click({ position: { x: 24, y: 12 } })
  await admin.keyboard.type('Seen.')
  await admin.getByRole('button', { name: 'Send' }).click()
  await expect(admin.getByText(`Sending “RE: ${subject}”.`)).toBeVisible()

  await lineOf(page, `RE: ${subject}`).click({ timeout: 25_000 })
  await expect(bodyOf(page).getByText('Seen.')).toBeVisible()
  await expect(bodyOf(page).getByRole('img', { name: 'fence.png' })).toBeVisible()
})

test('a forwarded message keeps its image and its attachments (issue 6)', async ({ page, browser }) => {
  const subject = freshSubject('Survey')
  const part = (head: string, body: string) => `--b\n${head}\n\n${body}\n`
  const parts = [
    part('Content-Type: text/html', '<p>As it stands: <img src="cid:fence@outside" alt="fence.png"></p>'),
    part(
      'Content-Type: image/png\nContent-ID: <fence@outside>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64',
      picture,
    ),
    part(
      'Content-Type: application/pdf; name=plan.pdf\nContent-Disposition: attachment; filename=plan.pdf',
      '%PDF-1.4 plan',
    ),
  ]
  const head = `From: Ada <ada@outside.example>\nTo: admin@portal.example\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b`
  await deliver('admin@portal.example', `${head}\n\n${parts.join('')}--b--`)
  const admin = await deskOf(browser, 'admin')
  await openMail(admin)
  await lineOf(admin, subject).click()
  await admin.getByRole('button', { name: 'Forward' }).click()
  await expect(admin.getByLabel('Subject', { exact: true })).toHaveValue(`FW: ${subject}`)
  await expect(letter(admin).getByRole('img', { name: 'fence.png' })).toBeVisible()
  await expect(
    admin.getByRole('region', { name: 'New message' }).getByRole('list', { name: 'Attachments' }),
  ).toContainText('plan.pdf')
  await address(admin, ['team@portal.example'], `FW: ${subject}`)
  await admin.getByRole('button', { name: 'Send' }).click()
  await expect(admin.getByText(`Sending “FW: ${subject}”.`)).toBeVisible()

  await signInAs(page, 'team')
  await openMail(page)
  await lineOf(page, `FW: ${subject}`).click({ timeout: 25_000 })
  await expect(bodyOf(page).getByRole('img', { name: 'fence.png' })).toBeVisible()
  await expect(page.getByRole('link', { name: /plan\.pdf/ })).toBeVisible()
})

test('sending can be undone and continued as a draft, and a draft survives a reload (issue 6)', async ({
  page,
}) => {
  const subject = freshSubject('Gate')
  await signInAs(page, 'team')
  await openMail(page)
  await beginMail(page)
  await address(page, ['admin@portal.example'], subject)
  await letter(page).click()
  await page.keyboard.type('Half a thought')
  await expect(page.getByText(/^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(letter(page)).toHaveText('Half a thought')
  await letter(page).press('Control+End')
  await page.keyboard.type(', now whole')
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(page.getByText(/^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await page.reload()
  await expect(letter(page)).toHaveText('Half a thought, now whole')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await lineOf(page, subject).click()
  await expect(letter(page)).toHaveText('Half a thought, now whole')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft deleted.')).toBeVisible()
  await expect(lineOf(page, subject)).toHaveCount(0)
})

test.describe('two tabs', () => {
  test.use({ expectedConsole: /409|^Blocked script execution in \S+\/body\?/ })

  test('a draft open in two tabs loses nothing: the second one is warned, and both texts can be kept (issue 6)', async ({
    page,
    context,
  }) => {
    const subject = freshSubject('Wall')
    await signInAs(page, 'team')
    await openMail(page)
    await beginMail(page)
    await page.getByLabel('Subject', { exact: true }).fill(subject)
    await expect(page.getByText(/^Saved/)).toBeVisible()
    const second = await context.newPage()
    await second.goto(page.url())
    await expect(letter(second)).toBeVisible()
    await letter(second).click()
    await second.keyboard.type('From the second tab')
    await expect(second.getByText(/^Saved/)).toBeVisible()
    await letter(page).evaluate((element) => element.focus())
    await letter(page).pressSequentially('From the first tab')
    await expect(page.getByText(/was edited in another window/)).toBeVisible()
    await expect(page.getByText(/Other version: .*From the second tab/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep both' }).click()
    await expect(letter(page)).toHaveText('From the first tab')
    await page.getByRole('link', { name: 'Drafts' }).click()
    await expect(lineOf(page, subject)).toHaveCount(2)
  })
})

test('mail is found with search operators, and the search is in the address (issue 6)', async ({ page }) => {
  await signInAs(page, 'team')
  await openMail(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.getByRole('button', { name: 'has:attachment' }).click()
  await page.keyboard.type('from:whitfield')
  await expect(page.getByText(/messages? found/)).toBeVisible()
  const lines = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(lines.first()).toContainText('Whitfield')
  await expect(lines.filter({ hasNotText: 'Whitfield' })).toHaveCount(0)
  await expect(lines.filter({ hasNot: page.getByLabel('With attachments') })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('has:attachment from:whitfield')
  await expect(lines.first()).toContainText('Whitfield')
})

test('a message is linked to a permit with two keys, listed in its related records, and one is unlinked (issue 6)', async ({
  page,
}) => {
  await signInAs(page, 'team')
  await openMail(page, '/mail?q=Code+cycle')
  await lineOf(page, 'Code cycle').first().click()
  const article = page.getByRole('article').first()
  await expect(article).toBeVisible()
  const response = await page.request.post('/api/crud', {
    data: { apiPath: '/permits', method: 'GET', query: { pageSize: 1 } },
  })
  const { permits }: { permits: { refNo: string; title: string }[] } = await response.json()
  const { refNo = '', title = '' } = permits[0] ?? {}
  await page.keyboard.press('l')
  await page.getByRole('combobox', { name: 'Permit, task or organization' }).fill(refNo)
  await expect(page.getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Linked to /)).toBeVisible()
  const links = page.getByRole('list', { name: 'Linked records' })
  await expect(links).toContainText('Linked manually.')
  await links.getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Related records' }).click()
  await page
    .getByRole('region', { name: 'Mail' })
    .getByRole('link', { name: /Code cycle/ })
    .click()
  await expect(article).toBeVisible()
  await links
    .getByRole('button', { name: /^Unlink/ })
    .first()
    .click()
  await expect(page.getByText(/^Unlinked from/)).toBeVisible()
})

test('several messages are changed together and restored (issue 6)', async ({ page }) => {
  const subject = freshSubject('Bulk')
  await signInAs(page, 'superadmin')
  const me = 'superadmin@portal.example'
  for (const each of ['one', 'two']) {
    const made = await page.request.post('/api/mail/drafts', {
      data: { to: [{ name: '', address: me }], subject: `${subject} ${each}` },
    })
    expect(made.status()).toBe(201)
  }
  await openMail(page, `/mail/drafts?q=${encodeURIComponent(subject)}&in=folder`)
  await expect(lineOf(page, subject)).toHaveCount(2)
  for (const each of ['one', 'two'])
    await page
      .getByRole('listitem')
      .filter({ hasText: `${subject} ${each}` })
      .getByRole('checkbox')
      .check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await expect(page.getByText('2 messages moved to Deleted items.')).toBeVisible()
  await expect(lineOf(page, subject)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(lineOf(page, subject)).toHaveCount(2)
})

test('on a phone list, message and composer are separate pages (issue 6)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'team')
  await openMail(page)
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Messages' })).toBeHidden()
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  await expect(letter(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Back to Inbox' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible()
})
