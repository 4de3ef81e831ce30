import type { Page } from 'playwright/test'
import type { Role } from '@portal/contract'
import { expectAccessible } from '../support/accessible.ts'
import {
  chooseFor,
  drop,
  expectUploaded,
  fileRow,
  filesIn,
  makeFile,
  makeFolder,
  onDisk,
  uploadsOf,
} from '../support/files.ts'
import { expect, expectPage, list, signInAs, test } from '../support/portal.ts'
import { expectToast, unique, tick } from '../support/records.ts'

/** Opens a new folder in the team folder; returns its pid and name. */
async function openNewFolder(page: Page, as: Role = 'admin'): Promise<{ folder: string; name: string }> {
  const name = unique('Journey')
  await signInAs(page, as)
  const folder = await makeFolder(page, 'team', name)
  await page.goto(`/folders/team?folder=${folder}`)
  await expectPage(page, 'Team folder')
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  return { folder, name }
}

/** The folder contains exactly these names once all pending actions have finished. */
async function expectNames(page: Page, folder: string, names: readonly string[]): Promise<void> {
  await expect.poll(async () => (await filesIn(page, folder)).map(({ name }) => name)).toEqual(names)
}

/** Holds back the bytes of uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/uploads?**', async (route) => {
    await opened
    await route.continue()
  })
  return open
}

test('files and a folder are dropped, and the upload continues across remotes (specification.md 4)', async ({
  page,
}, info) => {
  const { folder } = await openNewFolder(page)
  const disk = onDisk(info, {
    'single.txt': 'alone',
    'Plans/first.txt': 'one',
    'Plans/Site/مخطط 🏗️.txt': 'two',
    'Plans/Empty/': '',
    'Plans/.hidden': 'x',
    'Plans/LICENSE': 'x',
  })
  const letGo = await holdUploads(page)
  await drop(page, page.getByText('This folder is empty.'), [`${disk}/single.txt`, `${disk}/Plans`])
  await expect(uploadsOf(page).getByRole('row', { name: /single.txt Uploading/ })).toBeVisible()
  await expect(uploadsOf(page).getByRole('row', { name: /^Plans Uploading/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  await expect(uploadsOf(page).getByRole('row', { name: /first.txt/ })).toBeVisible()
  letGo()
  await expectUploaded(page)
  const skipped = page.getByRole('region', { name: 'Skipped files' })
  await expect(skipped).toContainText('Plans/.hiddenHidden file')
  await expect(skipped).toContainText('Plans/LICENSEUnknown file type')
  await skipped.getByRole('button', { name: 'Dismiss' }).click()

  await expectNames(page, folder, ['Plans', 'single.txt'])
  const top = await filesIn(page, folder)
  const plans = await filesIn(page, top[0]?.pid ?? '')
  expect(plans.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Empty done',
    'Site done',
    'first.txt done',
  ])
  const site = await filesIn(page, plans[1]?.pid ?? '')
  expect(site.map(({ name }) => name)).toEqual(['مخطط 🏗️.txt'])
  expect(await (await page.request.get(`/api/files/${site[0]?.pid}/content`)).text()).toBe('two')
})

test('a folder is selected in the picker, and a file with an existing name gets a number (specification.md 5)', async ({
  page,
}, info) => {
  const { folder } = await openNewFolder(page)
  const disk = onDisk(info, { 'Plans/first.txt': 'one', 'plan.txt': 'new' })
  await makeFile(page, 'team', folder, 'plan.txt')
  const choose = async (button: string, path: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ])
    await chooser.setFiles(path)
  }
  await choose('Upload folder', `${disk}/Plans`)
  await choose('Upload files', `${disk}/plan.txt`)
  await expectUploaded(page)
  await expect(page.getByRole('link', { name: 'plan (1).txt' })).toBeVisible()
  await expectNames(page, folder, ['Plans', 'plan (1).txt', 'plan.txt'])
})

test('leaving during uploads asks first; interrupted ones are listed and resumed (specification.md 4)', async ({
  page,
}, info) => {
  const { folder } = await openNewFolder(page)
  const disk = onDisk(info, { 'plan.txt': 'text', 'Site/a.txt': 'a', 'Site/Inner/b.txt': 'b' })
  await holdUploads(page)
  await drop(page, page.getByText('This folder is empty.'), [`${disk}/plan.txt`, `${disk}/Site`])
  await expect(uploadsOf(page).getByRole('row', { name: /b.txt Uploading/ })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const left = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await left
  await page.unroute('**/uploads?**')

  await expect(uploadsOf(page).getByRole('row', { name: /^plan.txt/ })).toContainText(
    'Interrupted. Select the file again.',
  )
  await expect(uploadsOf(page).getByRole('row', { name: /^Site / })).toContainText('Select the folder again.')
  await expectNames(page, folder, ['Site'])
  await expectAccessible(page, 'uploads that were broken off')
  const choose = async (button: string, path: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      uploadsOf(page).getByRole('button', { name: button }).click(),
    ])
    await chooser.setFiles(path)
  }
  await choose('Select again: plan.txt', `${disk}/plan.txt`)
  await choose('Select again: Site', `${disk}/Site`)
  await expectUploaded(page)
  await expectNames(page, folder, ['Site', 'plan.txt'])
  const top = await filesIn(page, folder)
  await expectNames(page, top[0]?.pid ?? '', ['Inner', 'a.txt'])
})

test.describe('while uploads fail on the network', () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test('a failed PUT is retried automatically to a newly signed address, and the file exists once (specification.md 7)', async ({
    page,
  }, info) => {
    const { folder } = await openNewFolder(page)
    const addresses: string[] = []
    await page.route('**/uploads?**', async (route) => {
      addresses.push(route.request().url())
      if (addresses.length === 1) await route.abort()
      else await route.continue()
    })
    await drop(page, page.getByText('This folder is empty.'), [
      `${onDisk(info, { 'plan.txt': 'text' })}/plan.txt`,
    ])
    await expect(uploadsOf(page)).toBeVisible()
    await expectUploaded(page)
    expect(new Set(addresses).size).toBe(2)
    await expectNames(page, folder, ['plan.txt'])
  })

  test('a permanent failure says why and stays in the panel, and Retry all uploads it (specification.md 8)', async ({
    page,
  }, info) => {
    const { folder } = await openNewFolder(page)
    const disk = onDisk(info, { 'plan.txt': 'text', '.env': 'x', 'Site/a.txt': 'a' })
    await page.route('**/uploads?**', (route) => route.abort())
    await drop(page, page.getByText('This folder is empty.'), [
      `${disk}/plan.txt`,
      `${disk}/.env`,
      `${disk}/Site`,
    ])
    await expect(uploadsOf(page).getByRole('row', { name: /^.env/ })).toContainText(
      'Unsupported file type: .env.',
    )
    await expect(uploadsOf(page).getByRole('row', { name: /plan.txt/ })).toContainText(
      'Network error, Try again.',
    )
    await expect(uploadsOf(page).getByRole('row', { name: /^Site/ })).toContainText('Failed')
    // Nothing of the folder was uploaded: it was deleted, and the retry creates it again.
    await expect.poll(() => filesIn(page, folder)).toEqual([])
    await expectAccessible(page, 'failed uploads')
    await page.unroute('**/uploads?**')
    await uploadsOf(page).getByRole('button', { name: 'Dismiss .env' }).click()
    await uploadsOf(page).getByRole('button', { name: 'Retry all' }).click()
    await expectUploaded(page)
    await expectNames(page, folder, ['Site', 'plan.txt'])
  })
})

test('images, PDFs and text are previewed over their folder; files a browser could run are not', async ({
  page,
}) => {
  const { folder } = await openNewFolder(page)
  await makeFile(page, 'team', folder, 'note.txt', 'text/plain', Buffer.from('<img src=x onerror=alert(1)>'))
  await makeFile(
    page,
    'team',
    folder,
    'page.html',
    'text/html',
    Buffer.from('<script>document.title = "run"</script>'),
  )
  const pdf = (await filesIn(page, 'team')).find(({ mimeType }) => mimeType === 'application/pdf')
  await page.goto(`/folders/team?file=${pdf?.pid}`)
  const canvas = page.getByRole('dialog').getByRole('img').first()
  await expect(canvas).toHaveAccessibleName(/Page 1 of \d+/)
  await expect
    .poll(() => canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.width : 0)))
    .toBeGreaterThan(300)
  await page.goto(`/folders/team?folder=${folder}`)
  await page.getByRole('link', { name: 'note.txt' }).click()
  await expect(page.getByRole('dialog', { name: 'note.txt' })).toContainText('<img src=x onerror=alert(1)>')
  await expectAccessible(page, 'a text over its folder')
  await page.getByRole('button', { name: 'Next file' }).click()
  await expect(page.getByRole('dialog', { name: 'page.html' })).toContainText(
    'No preview for this file type.',
  )
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'note.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('files are renamed, moved in the tree, downloaded as a zip and deleted', async ({ page }) => {
  const { folder } = await openNewFolder(page)
  for (const name of ['first.txt', 'second.txt']) await makeFile(page, 'team', folder, name)
  await makeFolder(page, 'team', 'Archive', folder)
  await page.reload()
  await chooseFor(page, 'first.txt', 'Rename')
  await page.getByRole('textbox', { name: 'New name' }).fill('renamed.txt')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(fileRow(page, 'renamed.txt')).toBeVisible()

  for (const name of ['renamed.txt', 'second.txt'])
    await tick(page.getByRole('checkbox', { name: `Select ${name}` }))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as ZIP' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await page.getByRole('button', { name: 'Folder tree' }).click()
  await expectAccessible(page, 'a folder with its tree and a selection')
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 files' })
  await dialog.getByText('Archive', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Move to Archive' }).click()
  await expect(fileRow(page, 'renamed.txt')).toHaveCount(0)
  await page.getByRole('link', { name: 'Archive', exact: true }).click()
  await expect(fileRow(page, 'renamed.txt')).toBeVisible()
  await chooseFor(page, 'second.txt', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(fileRow(page, 'second.txt')).toHaveCount(0)
  await expectNames(page, folder, ['Archive'])
})

test.describe('when the server refuses', () => {
  test.use({ expectedConsole: /403 \(Forbidden\)/ })

  test('a refused deletion restores the file and says why (specification.md 4)', async ({ page }) => {
    const { folder } = await openNewFolder(page, 'team')
    const shared = await makeFolder(page, 'team', 'Shared', folder)
    await signInAs(page, 'admin')
    await makeFile(page, 'team', shared, 'of another.txt')
    await makeFile(page, 'team', folder, 'kept.txt')
    await signInAs(page, 'team')
    await page.goto(`/folders/team?folder=${folder}`)
    // The list does not know that somebody else added a file to it; the server does.
    await chooseFor(page, 'Shared', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Delete Failed!', 'Created by someone else. Only an administrator can delete it.')
    await expect(fileRow(page, 'Shared')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for kept.txt' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
      'Created by someone else. Only an administrator can delete it.',
    )
  })
})

test('the restricted folder is for administrators, the team folder for staff', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/folders/restricted')
  await expectPage(page, 'Restricted folder')
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  for (const [role, path] of [
    ['team', '/folders/restricted'],
    ['client', '/folders/restricted'],
    ['client', '/folders/team'],
  ] as const) {
    await signInAs(page, role)
    await page.goto(path)
    await expect(page).toHaveURL(/\/unauthorized/)
  }
})

test('files of a permit are in its drawer; a client sees those that are shared with them', async ({
  page,
}, info) => {
  await signInAs(page, 'client')
  const [permit] = (await list(page, 'permits', { pageSize: 1, filter: { status: { ne: 'DRAFT' } } })).records
  const pid = String(permit?.['pid'])
  await signInAs(page, 'admin')
  const before = (await filesIn(page, `permits/${pid}`)).length
  await page.goto(`/permits/processing/${pid}?tab=Files`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Upload files' })).toBeVisible()
  const internal = `${unique('internal')}.txt`
  const shown = `${unique('shown')}.txt`
  const disk = onDisk(info, { [internal]: 'ours', [shown]: 'theirs' })
  await drop(page, drawer.getByRole('tabpanel', { name: 'Files' }).getByRole('navigation'), [
    `${disk}/${internal}`,
    `${disk}/${shown}`,
  ])
  await expect(fileRow(page, shown)).toBeVisible()
  await expectUploaded(page)
  await expect(drawer.getByRole('tab', { name: 'Files' })).toHaveAccessibleDescription(String(before + 2))
  const marks = async () =>
    Object.fromEntries(
      (await filesIn(page, `permits/${pid}`)).map(({ name, visibility }) => [name, visibility]),
    )
  await chooseFor(page, shown, 'Share with client')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Share', exact: true }).click()
  await expect
    .poll(async () => [(await marks())[internal], (await marks())[shown]])
    .toEqual(['INTERNAL', 'CLIENT'])
  await expectAccessible(page, 'the Files tab of a permit')
  await signInAs(page, 'client')
  await page.goto(`/permits/processing/${pid}?tab=Files`)
  await expect(fileRow(page, shown)).toBeVisible()
  await expect(fileRow(page, internal)).toHaveCount(0)
})

test('a new task is created with its files (specification.md 7)', async ({ page }, info) => {
  await signInAs(page, 'team')
  await page.goto('/tasks')
  await expectPage(page, 'Tasks')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const title = unique('With files')
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Add files' }).click(),
  ])
  await chooser.setFiles(`${onDisk(info, { 'plan.txt': 'text' })}/plan.txt`)
  await expect(dialog.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('tab', { name: 'Files' }).click()
  await expect(fileRow(page, 'plan.txt')).toBeVisible()
})
