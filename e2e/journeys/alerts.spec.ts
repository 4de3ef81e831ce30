import { deskOf, joinPortal, freshEmail, plugIn } from '../support/people.ts'
import { expect, expectPage, test } from '../support/portal.ts'
import { crud, make, unique } from '../support/records.ts'
import type { Page } from 'playwright/test'

/**
 * Counts the alert sounds of this tab. Notifications also play sounds, and other journeys may cause some; the
 * name of the sound's lock tells them apart.
 */
async function countSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isAlert = false
    Object.assign(window, { sounds: 0 })
    const ask = Reflect.get(LockManager.prototype, 'request')
    Object.assign(LockManager.prototype, {
      request(this: LockManager, name: string, options: LockOptions, work: (lock: Lock | null) => unknown) {
        const told = (lock: Lock | null) => {
          isAlert = name.startsWith('portal-sound-alert-')
          const done = typeof work === 'function' ? work(lock) : undefined
          isAlert = false
          return done
        }
        return Reflect.apply(ask, this, typeof work === 'function' ? [name, options, told] : [name, options])
      },
    })
    HTMLMediaElement.prototype.play = () => {
      if (isAlert) Object.assign(window, { sounds: Number(Reflect.get(window, 'sounds')) + 1 })
      return Promise.resolve()
    }
  })
}
const soundsIn = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'sounds')))

test('a new alert shows in every tab and plays one sound; reading it applies to all tabs (specification.md 4)', async ({
  page,
  browser,
}) => {
  const email = freshEmail('nora.bell')
  await plugIn(page)
  await countSounds(page)
  await joinPortal(page, browser, 'Nora Bell', email, 'team')
  const other = await page.context().newPage()
  await countSounds(other)
  await other.goto('/payments')
  await expectPage(other, 'Payments')
  await other.getByRole('heading', { level: 1 }).click()

  const desk = await deskOf(browser, 'admin')
  const users: unknown = Reflect.get(
    Object(await crud(desk, { apiPath: 'users', method: 'GET', query: { filter: { email } } })),
    'users',
  )
  const user: unknown = Array.isArray(users) ? Reflect.get(Object(users[0]), 'pid') : null
  const title = unique('Plans have arrived')
  await make(desk, 'alerts', { title, user })
  await desk.context().close()

  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Alerts, 1 unread' })).toBeVisible()
  await expect.poll(async () => (await soundsIn(page)) + (await soundsIn(other))).toBe(1)

  await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
  const list = page.getByRole('dialog', { name: 'Alerts' })
  await expect(list.getByRole('listitem').first()).toContainText(title)
  await list.getByRole('button', { name: `Mark as read: ${title}` }).click()
  // Content below an open list is hidden from assistive technology, and therefore from this test.
  await page.keyboard.press('Escape')
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible()
  expect((await soundsIn(page)) + (await soundsIn(other))).toBe(1)
})
