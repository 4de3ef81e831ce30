import { LoadOverview } from '@portal/contract'
import type { Page } from 'playwright/test'
import { deployRemote } from '../support/given-remote.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

const ports = { name: 'ports', version: '1.0.0-a1b2c3d4', label: 'Ports' }

/** A page with two buttons that fail after it was mounted. */
const mount = `function (element) {
  function add(label, fail) {
    var button = document.createElement('button')
    button.textContent = label
    button.addEventListener('click', fail)
    element.append(button)
  }
  add('Fail at once', function () { throw new TypeError('the mooring is gone') })
  add('Fail later', function () { Promise.resolve().then(function () { throw new RangeError('no berth left') }) })
}`

async function errorsOf(page: Page) {
  const response = await page.request.get('/api/federation/loads')
  return LoadOverview.parse(await response.json()).pageErrors.filter(({ remote }) => remote === 'ports')
}

test.describe('of another team', () => {
  test.use({ expectedConsole: /the mooring is gone|no berth left/ })

  test('errors after mount reach the administrators with script and line; the module is removed and restored', async ({
    page,
    context,
    baseURL,
  }) => {
    await deployRemote({ ...ports, mount }, baseURL ?? '')
    await signInAs(page, 'superadmin')
    await page.goto('/permits/processing')
    await expectPage(page, 'Processing permits')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Ports' }).click()
    await page.getByRole('button', { name: 'Fail at once' }).click()
    await page.getByRole('button', { name: 'Fail later' }).click()
    await expect
      .poll(async () =>
        (await errorsOf(page))
          .map(({ kind, message, owner, place }) =>
            [kind, message, owner, place.replace(/:\d+:\d+$/, '')].join(', '),
          )
          .toSorted(),
      )
      .toEqual([
        'error, TypeError: the mooring is gone, Ports team, remoteEntry.js',
        'rejection, RangeError: no berth left, Ports team, remoteEntry.js',
      ])

    // An administrator removes it in another page.
    const settings = await context.newPage()
    await settings.goto('/settings?tab=modules')
    const deployed = settings.getByRole('list', { name: 'Deployments' }).getByRole('listitem')
    await deployed.filter({ hasText: 'Ports team' }).getByRole('button', { name: 'Remove' }).click()
    const dialog = settings.getByRole('alertdialog', { name: 'Remove Ports?' })
    await expect(dialog.getByRole('list', { name: 'Who uses it' })).toContainText('1 page: Ports (/ports)')
    await dialog.getByLabel('Type ports to confirm').fill('ports')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(settings.getByRole('list', { name: 'Removed modules' })).toContainText('Ports team')

    // The open page says so and stays until it is left.
    await expect(page.getByText('Ports was removed from the portal. This page stays')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fail later' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Ports' })).toHaveCount(0)
    await menu.getByRole('link', { name: 'Tasks', exact: true }).click()
    await expectPage(page, 'Tasks')
    await page.goBack()
    await expect(page.getByText(/^Ports was removed from the portal on /)).toBeVisible()

    await settings.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: 'Fail later' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Ports' })).toBeVisible()
    // The other journeys count the entries of the menu.
    const gone = await page.request.post('/api/federation/remotes/ports/remove', {
      data: { confirm: 'ports' },
    })
    expect(gone.status()).toBe(204)
  })
})
