import type { Page } from 'playwright/test'
import {
  chooseFor,
  expectUploaded,
  fileRow,
  filesIn,
  makeFile,
  makeFolder,
  onDisk,
} from '../support/files.ts'
import { makePermit } from '../support/permits.ts'
import { expect, test } from '../support/portal.ts'
import { read, tick, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

/** Creates a folder in the team folder; returns its pid. */
const ownFolder = (page: Page): Promise<string> => makeFolder(page, 'team', unique('Walk'))

const addressOfFolder = (folder: string): string => `/folders/team?folder=${folder}`

task('office', 57, 'Upload a folder with its files', 'team', async ({ page, start }) => {
  const folder = await ownFolder(page)
  const disk = onDisk(test.info(), { 'Plans/first.txt': 'one', 'Plans/Site/second.txt': 'two' })
  await start(addressOfFolder(folder))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload folder' }).click()
  await (await chooser).setFiles(`${disk}/Plans`)
  await expectUploaded(page)
  await expect.poll(async () => (await filesIn(page, folder)).map(({ name }) => name)).toEqual(['Plans'])
  const [plans] = await filesIn(page, folder)
  await expect
    .poll(async () => (await filesIn(page, plans?.pid ?? '')).map(({ name }) => name))
    .toEqual(['Site', 'first.txt'])
})

task('office', 58, 'Sort a folder, and find a file in it', 'team', async ({ page, start }) => {
  const folder = await ownFolder(page)
  const name = `${unique('elevation')}.txt`
  await makeFile(page, 'team', folder, name)
  await makeFile(page, 'team', folder, 'other.txt')
  await start(addressOfFolder(folder))
  await page.getByRole('button', { name: 'Size' }).click()
  await expect(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', /ending$/)
  await page.getByRole('searchbox').last().fill(name.slice(0, 18))
  await expect(page.getByRole('link', { name: 'other.txt' })).toHaveCount(0)
  await expect(page.getByRole('link', { name })).toBeVisible()
})

task('office', 59, 'Move two files to another folder', 'team', async ({ page, start }) => {
  const folder = await ownFolder(page)
  for (const name of ['first.txt', 'second.txt']) await makeFile(page, 'team', folder, name)
  const archive = await makeFolder(page, 'team', 'Archive', folder)
  await start(addressOfFolder(folder))
  for (const name of ['first.txt', 'second.txt'])
    await tick(page.getByRole('checkbox', { name: `Select ${name}` }))
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 files' })
  await dialog.getByText('Archive', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Move to Archive' }).click()
  await expect.poll(async () => (await filesIn(page, archive)).length).toBe(2)
})

task('office', 60, 'Share a file of a permit with its client', 'team', async ({ page, start }) => {
  const permit = await makePermit(page, unique('Shared'))
  await makeFile(page, `permits/${permit}`, `permits/${permit}`, 'site plan.txt')
  await start(`/permits/processing/${permit}?tab=Files`)
  await chooseFor(page, 'site plan.txt', 'Share with client')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('can view and download it')
  await question.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.poll(async () => (await filesIn(page, `permits/${permit}`))[0]?.visibility).toBe('CLIENT')
})

task('office', 61, 'Delete a file, and restore it', 'team', async ({ page, start }) => {
  const folder = await ownFolder(page)
  await makeFile(page, 'team', folder, 'memo.txt')
  await start(addressOfFolder(folder))
  await chooseFor(page, 'memo.txt', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(fileRow(page, 'memo.txt')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(fileRow(page, 'memo.txt')).toBeVisible()
})

task('office', 62, 'Delete a permit, and restore it', 'admin', async ({ page, start }) => {
  const title = unique('Deleted')
  const permit = await makePermit(page, title)
  await start(`/permits/processing/${permit}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: /^Delete/ }))
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await expect.poll(async () => (await read(page, `permits/${permit}`))['title']).toBe(title)
})
