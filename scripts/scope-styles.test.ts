import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopedStyles } from '../shared-ui/build/scope-styles-loader.ts'

test('the build of a remote puts its rules into a scope', () => {
  const css = `@charset "utf-8";
@layer base;
@font-face { font-family: Plan; src: url(plan.woff2) }
h1 { color: red }
@media print { h1 { color: black } }
`
  const scoped = scopedStyles(css, 'lots')
  assert.match(
    scoped,
    /^@charset "utf-8";\n@layer base;\n@scope \(\[data-remote="lots"\]\) *\{\s*@font-face [^]*h1 \{ color: red \}\s*@media print/,
  )
})

test('imports stay before all rules, where the build finds them', () => {
  assert.match(
    scopedStyles('@import "./base.css";\nh1 { margin: 0 }', 'lots'),
    /^@import "\.\/base\.css";\n@scope/,
  )
})
