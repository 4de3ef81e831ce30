import { expectAccessible } from '../support/accessible.ts'
import { beginMail, bodyOf, deliver, freshSubject, letter, openMail } from '../support/mail.ts'
import { expect, signInAs, test } from '../support/portal.ts'

// Playwright's trace recorder cannot run scripts in the document of a message, and Chromium logs that.
test.use({ expectedConsole: /^Blocked script execution in \S+\/body\?/ })

/**
 * Techniques by which the HTML of a mail runs code, loads or sends data, or navigates. Source: checklist
 * items 78 to 82.
 */
const hostileBody = `<html><head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
<style>@import url(https://evil.example/import.css);body{background:u\\72l(https://evil.example/bg.png)}@font-face{font-family:x;src:url(https://evil.example/font)}p{position:fixed;inset:0;z-index:9999}</style>
<link rel="stylesheet" href="https://evil.example/link.css"><link rel="dns-prefetch" href="//evil.example"></head>
<body background="https://evil.example/body.png" onload="top.hacked=1">
<script>top.hacked=1</script><img src=x onerror="top.hacked=1"><img src="https://evil.example/pixel.gif" srcset="https://evil.example/2x.gif 2x">
<svg onload="top.hacked=1"><use href="data:image/svg+xml,<svg><script>top.hacked=1</script></svg>"></use><image href="https://evil.example/svg.png"/></svg>
<math><mtext><table><mglyph><style><img src onerror="top.hacked=1"></style></mglyph></table></mtext></math>
<iframe srcdoc="<script>top.hacked=1</script>"></iframe><object data="https://evil.example/o"></object><embed src="https://evil.example/e">
<video src="https://evil.example/v.mp4" poster="https://evil.example/p.png"></video><audio src="https://evil.example/a.mp3"></audio>
<form action="https://evil.example/form"><input type="image" src="https://evil.example/i.png"><button>Send</button></form>
<a href="java&#9;script:top.hacked=1" id="scripted">scripted</a> <a name="location" href="https://evil.example/">https://bank.example/</a>
<p style="background:image-set('https://evil.example/is.png' 1x);list-style:url(https://evil.example/ls.png);cursor:url(https://evil.example/c.cur),auto">Dear reader, all is well.</p>
</body></html>`

test('a hostile message runs nothing, loads nothing, leads nowhere, and is shown (checklist 78 to 83)', async ({
  page,
}) => {
  const subject = freshSubject('Harmless <b>subject</b>')
  await deliver(
    'admin@portal.example',
    `From: "Permit office <img src=x onerror=top.hacked=1>" <office@evil.example>\nReply-To: elsewhere@evil2.example\nTo: admin@portal.example\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n${hostileBody}`,
  )
  const foreign: string[] = []
  const own = new URL(test.info().project.use.baseURL ?? '').origin
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(own) && !/^(data|blob|about):/.test(url)) foreign.push(url)
  })
  await signInAs(page, 'admin')
  await openMail(page)
  await page.getByRole('list', { name: 'Messages' }).getByText(subject).click()
  await expect(bodyOf(page).getByText('Dear reader, all is well.')).toBeVisible()
  await expect(page.getByText(/images? blocked/)).toBeVisible()
  await expect(page.getByRole('note', { name: 'Be careful with this message' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const frame = page.locator('iframe[title^="Text of"]')
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-scripts')
  await expect(
    bodyOf(page).locator(
      'script, iframe, object, embed, form, svg, math, video, audio, link, base, meta[http-equiv], img',
    ),
  ).toHaveCount(0)
  await expect(bodyOf(page).locator('a[href^="java"]')).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  expect(new URL(page.url()).origin).toBe(own)

  // A reply quotes the message in a page that runs scripts: nothing of it may be copied.
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(letter(page)).toContainText('Dear reader, all is well.')
  await expect(
    letter(page).locator('script, iframe, svg, form, img:not(.ProseMirror-separator)'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(foreign).toEqual([])
})

test('reading mail is accessible: list, message, selection and search hints (axe)', async ({ page }) => {
  await signInAs(page, 'team')
  await openMail(page)
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page, 'a message')
  await page.getByRole('checkbox').first().check()
  // Away from the buttons, so that no tooltip is shown.
  await page.mouse.move(700, 880)
  await expectAccessible(page, 'selected messages')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await expectAccessible(page, 'hints of the search')
})

test('writing and linking mail is accessible (axe)', async ({ page }) => {
  await signInAs(page, 'team')
  await openMail(page)
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click()
  await beginMail(page)
  await page.getByLabel('To', { exact: true }).fill('nobody')
  await page.getByLabel('To', { exact: true }).press('Enter')
  await expect(page.getByText('Invalid address: nobody')).toBeVisible()
  await expectAccessible(page, 'the composer')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(letter(page)).toBeHidden()
  await page.getByRole('button', { name: 'Link to a record' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'linking')
})
