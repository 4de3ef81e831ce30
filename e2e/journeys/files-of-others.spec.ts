import type { Browser, Locator, Page } from 'playwright/test'
import { chooseFor, fileRow, makeFile, makeFolder } from '../support/files.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { unique, tick } from '../support/records.ts'

async function openFolder(page: Page): Promise<{ folder: string; name: string }> {
  await signInAs(page, 'admin')
  const name = unique('Together')
  const folder = await makeFolder(page, 'team', name)
  for (const number of [1, 2, 3, 4]) await makeFile(page, 'team', folder, `plan ${number}.txt`)
  await page.goto(`/folders/team?folder=${folder}`)
  await expectPage(page, 'Team folder')
  await expect(fileRow(page, 'plan 4.txt')).toBeVisible()
  return { folder, name }
}

/** The browser of another user. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signInAs(page, 'team')
  return page
}

const topOf = async (row: Locator) => (await row.boundingBox())?.y

test('uploads, renames and deletions by others show immediately in an open folder, and no row moves (contract.md 7)', async ({
  page,
  browser,
  baseURL,
}) => {
  const { folder, name } = await openFolder(page)
  const other = await another(browser, baseURL)
  const before = await topOf(fileRow(page, 'plan 3.txt'))

  const added = await makeFile(other, 'team', folder, 'a first one.txt')
  await expect(fileRow(page, 'a first one.txt')).toBeVisible()
  await other.request.patch(`/api/files/${added}`, { data: { name: 'another name.txt' } })
  await expect(fileRow(page, 'another name.txt')).toBeVisible()
  await other.request.delete(`/api/aws/deleteFile?fileId=${added}`)
  await expect(fileRow(page, 'another name.txt')).toContainText('No longer available')
  expect(await topOf(fileRow(page, 'plan 3.txt'))).toBe(before)

  // A folder's new name is shown in the breadcrumbs, and its deletion is reported to users who have it open.
  await page.request.patch(`/api/files/${folder}`, { data: { name: `${name} renamed` } })
  await expect(page.getByRole('navigation', { name: 'Path' })).toContainText(`${name} renamed`)
  await other.context().close()
})

test('a file that a client may no longer see disappears from their open page', async ({
  page,
  browser,
  baseURL,
}) => {
  const client = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signInAs(client, 'client')
  await client.goto('/upload_documents')
  await expectPage(client, 'Upload documents')
  const name = `${unique('handed in')}.txt`
  const pid = await makeFile(client, 'uploads', 'uploads', name)
  await expect(fileRow(client, name)).toBeVisible()
  await signInAs(page, 'admin')
  await page.request.patch(`/api/files/${pid}`, { data: { visibility: 'INTERNAL' } })
  await expect(fileRow(client, name)).toContainText('No longer available')
  await client.context().close()
})

test('files are dragged to a folder in the list and to a parent folder', async ({ page }) => {
  const { folder } = await openFolder(page)
  await makeFolder(page, 'team', 'Archive', folder)
  await expect(fileRow(page, 'Archive')).toBeVisible()
  for (const number of [1, 2]) await tick(page.getByRole('checkbox', { name: `Select plan ${number}.txt` }))
  await page.getByRole('link', { name: 'plan 2.txt' }).dragTo(page.getByRole('link', { name: 'Archive' }))
  await expect(fileRow(page, 'plan 1.txt')).toHaveCount(0)
  await expect(fileRow(page, 'plan 2.txt')).toHaveCount(0)
  await page.getByRole('link', { name: 'Archive' }).click()
  await expect(fileRow(page, 'plan 2.txt')).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Path' })
  await page.getByRole('link', { name: 'plan 1.txt' }).dragTo(way.getByRole('link').last())
  await expect(fileRow(page, 'plan 1.txt')).toHaveCount(0)
  await way.getByRole('link').last().click()
  await expect(fileRow(page, 'plan 1.txt')).toBeVisible()
})

test.describe('a refused move', () => {
  test.use({ expectedConsole: /403 \(Forbidden\)|400 \(Bad Request\)/ })

  test('is put back and says why', async ({ page }) => {
    const { folder } = await openFolder(page)
    await makeFolder(page, 'team', 'Archive', folder)
    await expect(fileRow(page, 'Archive')).toBeVisible()
    await page.route('**/api/files/*', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'forbidden',
          title: 'No',
          status: 403,
          detail: 'The folder is closed.',
          instance: 'r',
          success: false,
          message: 'The folder is closed.',
        }),
      }),
    )
    await page.getByRole('link', { name: 'plan 1.txt' }).dragTo(page.getByRole('link', { name: 'Archive' }))
    await expect(page.getByRole('log', { name: 'Status messages' })).toContainText(
      'Move failedThe folder is closed.',
    )
    await expect(fileRow(page, 'plan 1.txt')).toBeVisible()
  })
})

test('a link to a file that was moved says that it is in another folder', async ({ page }) => {
  const { folder } = await openFolder(page)
  const archive = await makeFolder(page, 'team', 'Archive', folder)
  const gone = await makeFile(page, 'team', archive, 'gone.txt')
  await page.goto(`/folders/team?folder=${folder}&file=${gone}`)
  await expect(page.getByRole('dialog', { name: 'File not found' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fileRow(page, 'plan 1.txt')).toBeVisible()
  await chooseFor(page, 'Archive', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(fileRow(page, 'Archive')).toHaveCount(0)
})
