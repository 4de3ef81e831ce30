import type { TrialBody } from '@portal/contract'
import { openPortal } from '@portal/remote-cli/open-portal'
import type { OpenPortal } from '@portal/remote-cli/open-portal'
import { tryBuild } from '@portal/remote-cli/try-build'
import { buildRemote } from '../support/given-remote.ts'
import type { GivenRemote } from '../support/given-remote.ts'
import { expect, signInAs, test } from '../support/portal.ts'

const ferries = { name: 'ferries', label: 'Ferries' }
const writes = (text: string) => `function (element) { element.textContent = '${text}' }`
const live = { ...ferries, version: '1.0.0-a1b2c3d4', mount: writes('The live timetable') }
const broken = {
  ...ferries,
  version: '1.1.0-b1b2c3d4',
  mount: `function () { throw new TypeError('the pier is gone') }`,
}
const branch = { ...ferries, version: '1.2.0-c1b2c3d4', mount: writes('The new timetable') }

/** Uploads a build, mounts it in a real page and reports the result, as `portal deploy` does. */
async function uploadAndTry(portal: OpenPortal, remote: GivenRemote): Promise<TrialBody | null> {
  const { record, archive } = await buildRemote(remote)
  const { integrity } = await portal.upload(record.version, archive)
  const result = await tryBuild({ record, integrity, origin: portal.origin, cookie: portal.cookie })
  if (result.outcome === 'not-tried') return null
  await portal.reportTrial(record.version, result)
  return result
}

test.describe('of another team', () => {
  test('a build that throws in mount is refused and a good one let through; a branch is previewed (teams.md M13)', async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const portal = await openPortal({ to: baseURL, token: undefined, remote: 'ferries' })
    try {
      expect(await uploadAndTry(portal, live)).toEqual({ outcome: 'mounted' })
      await portal.activate({ version: live.version })
      expect(await uploadAndTry(portal, broken)).toEqual({
        outcome: 'failed',
        phase: 'mount',
        message: 'TypeError: the pier is gone',
      })
      await expect(portal.activate({ version: broken.version })).rejects.toThrow(
        'it failed when it was tried in a page (mount: TypeError: the pier is gone)',
      )
      const { archive } = await buildRemote(branch)
      await portal.upload(branch.version, archive)
      const body = { branch: 'feature/times', version: branch.version, forRoles: false, removeBuild: true }
      const { path } = await portal.preview(body)

      await signInAs(page, 'superadmin')
      await page.goto(path)
      const dialog = page.getByRole('alertdialog', { name: 'Open a preview?' })
      await expect(dialog).toContainText('Branch feature/times of ferries')
      await dialog.getByRole('button', { name: 'Open preview' }).click()
      await expect(page.getByText('The new timetable')).toBeVisible()
      await expect(
        page.getByText(/Preview, seen only by you: branch feature\/times of Ferries/),
      ).toBeVisible()

      // Nobody else sees it.
      const other = await context.browser()?.newPage({ baseURL: baseURL ?? '' })
      if (other === undefined) throw new Error('there is no browser')
      await signInAs(other, 'admin')
      await other.goto('/ferries')
      await expect(other.getByText('The live timetable')).toBeVisible()
      await other.close()

      await page.getByRole('button', { name: 'Leave preview' }).click()
      await expect(page.getByText('The live timetable')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Leave preview' })).toHaveCount(0)
      // The other journeys count the entries of the menu.
      const data = { confirm: 'ferries' }
      expect((await page.request.post('/api/federation/remotes/ferries/remove', { data })).status()).toBe(204)
    } finally {
      await portal.leave()
    }
  })
})
