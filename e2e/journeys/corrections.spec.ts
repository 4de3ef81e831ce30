import { expectRefused, openTab, packageOf, submittedPermit, take, turnTo } from '../support/permits.ts'
import { expect, signInAs, test } from '../support/portal.ts'
import { crud, read, unique } from '../support/records.ts'

test('three comments are recorded, answered and the document verified, and the permit is resubmitted (critical 7)', async ({
  page,
}) => {
  const title = unique('Corrections')
  await signInAs(page, 'admin')
  const permit = await submittedPermit(page, title)
  const path = `/permits/processing/${permit}`
  const drawer = await openTab(page, path, title, 'Processing status')
  await take(page, drawer, 'Record corrections', title, async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Comment', exact: true }).focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/plain',
        'BUILDING\n1. Sheet A-101: Show the scale\n2. Name the owner\nFIRE\n3. Show the exit',
      )
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    const first = dialog.getByRole('listitem', { name: 'Comment 1' })
    await first.getByRole('combobox', { name: 'Documents to resubmit' }).click()
    await page.getByRole('option', { name: 'Application form' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('3 comments')).toBeVisible()
  })
  await take(page, drawer, 'Start preparation', title)
  await expectRefused(drawer, '3 agency comments need a response.')
  await drawer.getByRole('link', { name: 'Go to Corrections' }).first().click()
  await expect(drawer.getByText('0 of 3 answered')).toBeVisible()
  for (const comment of ['Show the scale', 'Name the owner', 'Show the exit']) {
    await drawer.getByRole('button', { name: `Respond: ${comment}` }).click()
    await drawer.getByRole('textbox', { name: 'Response' }).fill(`Done: ${comment}`)
    await page.keyboard.press('Control+Enter')
    await expect(drawer.getByRole('textbox', { name: 'Response' })).toHaveCount(0)
    await expect(drawer.getByText(`Done: ${comment}`)).toBeVisible()
  }
  await expect(drawer.getByText('3 of 3 answered')).toBeVisible()
  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download response sheet' }).click()
  expect((await download).suggestedFilename()).toMatch(/^PM-.* responses cycle 2\.csv$/)

  await turnTo(drawer, 'Documents')
  await expect(drawer.getByRole('region', { name: 'Still needed' })).toContainText(
    'Application form: rejected',
  )
  const pack = await packageOf(page, permit)
  const apiPath = `rts/${pack}/checklist/APPLICATION_FORM`
  await crud(page, { apiPath, method: 'PATCH', body: { state: 'VERIFIED', onPaper: true } })
  const again = await openTab(page, path, title, 'Documents')
  const number = (await again.getByRole('link', { name: /^RT-/ }).textContent()) ?? ''
  await take(page, again, 'Mark as ready', number)
  await take(page, again, 'Submit', number)
  expect(await read(page, `permits/${permit}`)).toMatchObject({ status: 'SUBMITTED', cycleNo: 2 })
})
