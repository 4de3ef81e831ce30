/**
 * The entry point of every command: `node scripts/launch.mjs <command> [arguments]`.
 *
 * It runs on the Node of the machine, installs missing packages and starts the command with the pinned Node
 * 24, which runs TypeScript directly. It is plain JavaScript, so that an old Node shows a message instead of
 * a syntax error.
 */
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from 'node:child_process'
import { commands, serverEnvironment, serverOptions } from './commands.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Whether a version such as v20.20.2 is at least major.minor. */
function isAtLeast(version, major, minor) {
  const parts = /^v?(\d+)\.(\d+)/.exec(version)
  return (
    parts !== null && (Number(parts[1]) > major || (Number(parts[1]) === major && Number(parts[2]) >= minor))
  )
}

/**
 * The Node that runs the command: this one, where it is Node 24 or no pinned one exists, else the pinned one.
 */
async function runtime(installing) {
  try {
    const pinned = await installing
    if (pinned !== null) {
      linkNode(root, pinned)
      return pinned
    }
  } catch (error) {
    return refuse(error.message)
  }
  if (isAtLeast(process.version, 24, 15)) return process.execPath
  return refuse(
    `The portal needs Node 24.15 or newer and its package for ${process.platform} ${process.arch} is not there (this is ${process.version}): install Node 24 from https://nodejs.org and run the command again.`,
  )
}

/**
 * npm can be killed before it passes a signal on. The command must then not keep running and hold the port
 * and the data.
 */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) child.kill('SIGTERM')
  }, 250).unref()
}

/**
 * Runs the command in the foreground and exits with its result. A terminal sends Ctrl-C to both processes;
 * other senders reach only this one, so it forwards their signals. The channel tells the command when this
 * process is killed.
 */
function handOver(node, { options, environment }, file, args) {
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(node, [...options, join(root, file), ...args], {
    cwd: root,
    env: { ...environment, ...process.env, PATH: path },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  stopWithNpm(child)
  child.on('error', (error) => refuse(`Node at ${node} could not be started: ${error.message}`))
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)),
  )
}

const [name = '', ...args] = process.argv.slice(2)
if (!isAtLeast(process.version, 20, 19)) {
  refuse(
    `The portal needs Node 20.19 or newer to begin with, and this is ${process.version}: install Node 24 from https://nodejs.org and run the command again.`,
  )
}
if (!Object.hasOwn(commands, name))
  refuse(`There is no command "${name}": use one of ${Object.keys(commands).join(', ')}.`)
const { installMissing } = await import('./install.mjs')
const { installNode, isNode24, linkNode } = await import('./install-node.mjs')
// Both installations at once, since each waits for the disk much of the time.
const installing = isNode24() ? Promise.resolve(null) : installNode()
const [trouble] = await Promise.all([
  installMissing(root, { PORTAL_INSTALLS_NODE: '1' }),
  installing.catch(() => null),
])
if (trouble !== null) refuse(trouble)
const server = { options: serverOptions, environment: serverEnvironment }
const plain = { options: [], environment: {} }
handOver(await runtime(installing), name === 'start' ? server : plain, commands[name], args)
