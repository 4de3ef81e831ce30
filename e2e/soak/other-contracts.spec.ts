import { contractVersion, Registry } from '@portal/contract'
import { deploy, releaseOf } from '../support/deploys.ts'
import { startOwnServer } from '../support/own-server.ts'
import { expect, signInAs, test } from '../support/portal.ts'

/** Two versions back and ahead; the range states the contracts the build works with. */
const taken = [
  ['made two versions of the contract ago, and still right', '0.8.0', '>=0.8.0 <2.0.0'],
  ['made for the next contract, and for this one as well', '3.0.0', '^1.0.0 || ^3.0.0'],
] as const
const refused = [
  ['made two versions of the contract ago alone', '0.8.1', '^0.8.0'],
  ['made for a contract to come alone', '1.2.0', '^1.2.0'],
] as const

if (process.env['PROVE'] === '1') {
  test('builds for older and newer contracts run in this shell, or are refused naming both versions (issue 8)', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const server = await startOwnServer(21)
    try {
      await page.goto(`${server.origin}/login`)
      await signInAs(page, 'superadmin')
      const registered = async () => {
        const { remotes } = Registry.parse(
          await (await page.request.get(`${server.origin}/federation/registry.json`)).json(),
        )
        return remotes.find(({ name }) => name === 'files')?.version
      }
      for (const [words, number, range] of taken) {
        const release = await releaseOf('files', number, range)
        await deploy(release, server.origin)
        expect(await registered(), words).toBe(release.version)
        const entry = page.waitForResponse(`**/remotes/files/${release.version}/remoteEntry.js`)
        await page.goto(`${server.origin}/folders/team`)
        expect((await entry).status(), words).toBe(200)
        await expect(page.getByRole('button', { name: 'New folder' }), words).toBeVisible()
      }
      const before = await registered()
      for (const [words, number, range] of refused) {
        await expect(deploy(await releaseOf('files', number, range), server.origin), words).rejects.toThrow(
          `it needs contract ${range}, this portal has ${contractVersion}`,
        )
        expect(await registered(), words).toBe(before)
      }
    } finally {
      await page.goto('about:blank')
      await server.stop()
    }
  })
}
