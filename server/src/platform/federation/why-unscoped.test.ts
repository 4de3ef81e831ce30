import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyUnscoped } from './why-unscoped.ts'

const judge = (css: string, path = 'assets/one.css') =>
  whyUnscoped([{ path, bytes: Buffer.from(css) }], 'lots')

test('style sheets that match elements of their remote alone are taken', () => {
  for (const css of [
    '',
    '/* nothing */',
    '@scope ([data-remote="lots"]) { h1 { color: red } @media print { p { margin: 0 } } }',
    "@scope([data-remote='lots']){h1{color:red}}",
    '@scope ([data-remote=lots]) to (.panel) { :scope { margin: 0 } }',
    '@charset "utf-8"; @font-face { font-family: A; src: url(a.woff2) }',
    '@keyframes turn { from { rotate: 0deg } to { rotate: 1turn } }',
    '@layer base, lots; @media (width < 600px) { @scope ([data-remote="lots"]) { h1 { margin: 0 } } }',
  ])
    assert.equal(judge(css), null, css)
  assert.equal(judge('h1 { color: red }', 'assets/one.js'), null)
})

test('style sheets with a rule for the whole page are refused by name', () => {
  for (const css of [
    'h1 { font-size: 50px !important }',
    '@scope ([data-remote="lots"]) { p { margin: 0 } } button { display: none }',
    '@scope { h1 { color: red } }',
    '@scope (body) { h1 { color: red } }',
    '@scope ([data-remote="lots"], body) { h1 { color: red } }',
    '@scope ([data-remote="lotsmore"]) { h1 { color: red } }',
    '@media screen { h1 { color: red } }',
    '@layer base { @supports (color: red) { h1 { color: red } } }',
    '@import url(https://elsewhere.example/all.css);',
    '@page { margin: 0 }',
    '@view-transition { navigation: auto }',
    '@MEDIA screen { h1 { color: red } }',
  ])
    assert.match(judge(css) ?? '', /^its style sheet assets\/one\.css has rules for the whole page: put/, css)
  assert.match(judge('h1{}', 'ASSETS/ONE.CSS') ?? '', /whole page/)
})

test('a style sheet that cannot be checked is refused with the reason', () => {
  assert.match(
    judge('@scope ([data-remote="lots"]) { h1 {') ?? '',
    /^its style sheet assets\/one\.css cannot be read \(line 1: /,
  )
  assert.equal(judge(' '.repeat(1_000_001)), 'its style sheet assets/one.css has more than 1 MB')
})
