import { deskOf, freshEmail, plugIn, signUp } from '../support/people.ts'
import { expect, expectPage, test } from '../support/portal.ts'

test('a request is approved on the Users page, and the menu appears where the user waits (issue 4)', async ({
  page,
  browser,
}) => {
  const email = freshEmail('dora.finch')
  await plugIn(page)
  await signUp(page, 'Dora Finch', email)

  const desk = await deskOf(browser, 'admin')
  await desk.goto('/users')
  await desk.getByRole('tab', { name: 'Requests' }).click()
  const row = desk.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Has a passkey')
  await row.getByRole('button', { name: 'Approve' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Approve Dora Finch' })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await expect(desk.getByRole('option', { name: /^Superadmin/ })).toHaveAttribute('aria-disabled', 'true')
  await desk.getByRole('option', { name: /^Client/ }).click()
  await expect(desk.getByRole('option')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Organization' }).click()
  await desk.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)

  await expectPage(page, 'Processing permits')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Client Tasks' }),
  ).toBeVisible()

  // The audit lists it, filtered by the user of the record.
  await desk.getByRole('tab', { name: 'Audit' }).click()
  await desk.getByRole('combobox', { name: 'Event' }).click()
  await desk.getByRole('option', { name: 'Request approved' }).click()
  await expect(
    desk.getByRole('list', { name: 'Audit' }).getByText(/approved the request of Dora Finch as client\./),
  ).toBeVisible()
  await desk.getByRole('list', { name: 'Audit' }).getByRole('link', { name: 'Dora Finch' }).first().click()
  await expect(desk.getByRole('dialog', { name: 'Dora Finch' })).toBeVisible()
  await desk.context().close()
})

test('an invited user opens the link and creates a passkey; an enrollment link replaces a lost one (issue 4)', async ({
  page,
  browser,
}) => {
  const desk = await deskOf(browser, 'admin')
  await desk.goto('/users?show=invitations')
  await desk.getByRole('button', { name: 'Invite a person' }).click()
  const invite = desk.getByRole('dialog', { name: 'Invite a person' })
  const name = `Emil ${Date.now()}`
  await invite.getByRole('textbox', { name: 'Name' }).fill(name)
  await invite.getByRole('textbox', { name: 'Email' }).fill(freshEmail('emil'))
  await invite.getByRole('combobox', { name: 'Role' }).click()
  await desk.getByRole('option', { name: /^Team/ }).click()
  await invite.getByRole('button', { name: 'Invite' }).click()
  const invitation = desk.getByRole('dialog', { name: `Invitation for ${name}` })
  const link = await invitation.getByRole('textbox', { name: 'Link' }).inputValue()
  await invitation.getByRole('button', { name: 'Done' }).click()
  const row = desk.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Invitation pending')

  const device = await plugIn(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectPage(page, 'Processing permits')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mails' }),
  ).toBeVisible()

  // The device is lost: an administrator removes its passkey, which ends the user's sessions, and hands over
  // a link.
  await desk.goto(`/users?page=1&q=${encodeURIComponent(name)}`)
  await desk.getByRole('grid').getByText(name).click()
  const drawer = desk.getByRole('dialog', { name, exact: true })
  await drawer.getByRole('tab', { name: 'Processing status' }).click()
  await expect(drawer.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await drawer.getByRole('list', { name: 'Passkeys' }).getByRole('button', { name: 'Remove' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(drawer.getByText('No passkeys.')).toBeVisible()
  await expect(drawer.getByText('No active sessions.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Create enrollment link' }).click()
  const enrolment = desk.getByRole('dialog', { name: `Enrollment link for ${name}` })
  const way = await enrolment.getByRole('textbox', { name: 'Link' }).inputValue()
  await desk.context().close()

  await device.lose()
  await plugIn(page)
  await page.goto(way)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectPage(page, 'Processing permits')
})

test('a disabled user is signed out and later enabled again; who disabled them is in the audit (issue 4)', async ({
  page,
  browser,
}) => {
  const email = freshEmail('fay.holm')
  await plugIn(page)
  await signUp(page, 'Fay Holm', email)
  const desk = await deskOf(browser, 'superadmin')
  await desk.goto('/users?show=requests')
  await desk
    .getByRole('list', { name: 'Requests' })
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('button', { name: 'Approve' })
    .click()
  const approval = desk.getByRole('dialog', { name: 'Approve Fay Holm' })
  await approval.getByRole('combobox', { name: 'Role' }).click()
  await desk.getByRole('option', { name: /^Team/ }).click()
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expectPage(page, 'Processing permits')

  await desk.goto(`/users?page=1&q=${encodeURIComponent(email)}`)
  await desk.getByRole('grid').getByText('Fay Holm').click()
  const drawer = desk.getByRole('dialog', { name: 'Fay Holm', exact: true })
  await drawer.getByRole('tab', { name: 'Processing status' }).click()
  await drawer.getByRole('button', { name: 'Disable' }).click()
  const question = desk.getByRole('dialog', { name: 'Disable: Fay Holm' })
  await question.getByRole('textbox', { name: 'Reason' }).fill('Left the office')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(drawer.getByRole('button', { name: 'Activate' })).toBeVisible()
  await page.goto('/tasks')
  await expect(page).toHaveURL(/\/login/)

  await drawer.getByRole('button', { name: 'Activate' }).click()
  await desk
    .getByRole('dialog', { name: 'Activate: Fay Holm' })
    .getByRole('button', { name: 'Activate' })
    .click()
  await expect(drawer.getByRole('button', { name: 'Disable' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectPage(page, 'Tasks')
  await drawer.getByRole('link', { name: 'Audit log of Fay Holm' }).click()
  await expect(
    desk.getByRole('list', { name: 'Audit' }).getByText(/Status Active → Disabled; reason: Left the office/),
  ).toBeVisible()
  await desk.context().close()
})
