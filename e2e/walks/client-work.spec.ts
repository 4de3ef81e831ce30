import { askedForForm, prepared, requestAt, step, submitOnPaper, textFile } from '../support/client-work.ts'
import { packageOf } from '../support/permits.ts'
import { expectUploaded, fileRow, filesIn } from '../support/files.ts'
import { deskOf } from '../support/people.ts'
import { expect, list } from '../support/portal.ts'
import { crud, make, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

task('client', 7, 'See what I am asked to do and do it', 'client', async ({ page, browser, start }) => {
  const title = unique('Sign the form')
  const desk = await deskOf(browser, 'admin')
  const org = String(
    Reflect.get(Object((await list(page, 'permits', { pageSize: 1 })).records[0]?.['org']), 'pid'),
  )
  const pid = await make(desk, 'ctasks', { title, assignedOrg: org, taskType: 'SIGN' })
  await desk.context().close()
  await start('/permits/processing')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Client Tasks' }).click()
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('button', { name: 'Submit' }).click()
  await page
    .getByRole('dialog', { name: `Submit: ${title}` })
    .getByRole('button', { name: 'Submit' })
    .click()
  await expect(drawer.getByText('Submitted', { exact: true }).first()).toBeVisible()
  expect(await read(page, `ctasks/${pid}`)).toMatchObject({ status: 'SUBMITTED' })
})

task('client', 8, 'Hand in the document a task asks for', 'client', async ({ page, browser, start }) => {
  const title = unique('Form wanted')
  const { task: pid } = await askedForForm(page, browser, title)
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  await page
    .getByRole('dialog', { name: title, exact: true })
    .getByRole('link', { name: /^Upload: Application form/ })
    .click()
  const drawer = page.getByRole('dialog', { name: `The form of ${title}`, exact: true })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    drawer.getByRole('button', { name: 'Upload files' }).click(),
  ])
  await chooser.setFiles(textFile('Form signed.txt'))
  await expect(fileRow(page, 'Form signed.txt')).toBeVisible()
  await drawer.getByRole('button', { name: 'Submit' }).click()
  await page
    .getByRole('dialog', { name: `Submit: The form of ${title}` })
    .getByRole('button', { name: 'Submit' })
    .click()
  await expect(drawer.getByText('Submitted', { exact: true }).first()).toBeVisible()
  expect(await read(page, `ctasks/${pid}`)).toMatchObject({ status: 'SUBMITTED' })
})

task('client', 9, 'Upload a document for the office', 'client', async ({ page, start }) => {
  const name = `${unique('Survey')}.txt`
  await start('/permits/processing')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload documents' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload files' }).click(),
  ])
  await chooser.setFiles(textFile(name))
  await expect(fileRow(page, name)).toBeVisible()
  await expectUploaded(page)
  expect((await filesIn(page, 'uploads')).map((file) => file.name)).toContain(name)
})

task(
  'client',
  10,
  'Hand in a document with the files of a permit',
  'client',
  async ({ page, browser, start }) => {
    const title = unique('Site plan')
    const permit = await requestAt(page, browser, title, prepared)
    await start('/permits/processing')
    await page.getByRole('grid').getByText(title).click()
    const drawer = page.getByRole('dialog', { name: title, exact: true })
    await drawer.getByRole('tab', { name: 'Files', exact: true }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      drawer.getByRole('button', { name: 'Upload files' }).click(),
    ])
    await chooser.setFiles(textFile('Site plan.txt'))
    await expect(fileRow(page, 'Site plan.txt')).toBeVisible()
    await expectUploaded(page)
    expect((await filesIn(page, `permits/${permit}`)).map(({ name }) => name)).toEqual(['Site plan.txt'])
  },
)

task('client', 11, 'Answer a comment of the authority', 'client', async ({ page, browser, start }) => {
  const title = unique('Comments')
  const permit = await requestAt(page, browser, title, prepared)
  const desk = await deskOf(browser, 'admin')
  await submitOnPaper(desk, permit)
  await step(desk, `permits/${permit}`, {
    to: 'CORRECTIONS_REQUIRED',
    comments: [{ text: 'Name the owner', forClient: true }],
  })
  await desk.context().close()
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('link', { name: /^Respond to agency comments/ }).click()
  await drawer.getByRole('button', { name: 'Respond: Name the owner' }).click()
  await drawer.getByRole('textbox', { name: 'Response' }).fill('The owner is Ana Lima.')
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByText('1 of 1 answered')).toBeVisible()
  await expect(drawer.getByText('The owner is Ana Lima.')).toBeVisible()
})

task('client', 12, 'Approve a package', 'client', async ({ page, browser, start }) => {
  const title = unique('To approve')
  const permit = await requestAt(page, browser, title, prepared)
  const desk = await deskOf(browser, 'admin')
  const pack = await packageOf(desk, permit)
  const { version } = await read(desk, `rts/${pack}`)
  await crud(desk, { apiPath: `rts/${pack}/sign-off`, method: 'POST', body: { act: 'ASK', version } })
  await desk.context().close()
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  await page
    .getByRole('dialog', { name: title, exact: true })
    .getByRole('link', { name: /^Approve package/ })
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Approve package' }).click()
  await expect(drawer.getByText('Approved', { exact: true })).toBeVisible()
  expect(Reflect.get(Object((await read(page, `rts/${pack}`))['clientApprovedBy']), 'title')).toBe(
    'Esteban Nightingall',
  )
})
