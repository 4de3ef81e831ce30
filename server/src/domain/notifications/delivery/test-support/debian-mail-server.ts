import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test-support/server-process.ts'

const programs = { exim: '/usr/sbin/exim4', dovecot: '/usr/sbin/dovecot' } as const

/** Why the mail server of Debian cannot run here; false when it can. */
export const noDebianMail = (): string | false =>
  Object.values(programs).every((path) => existsSync(path))
    ? false
    : 'Exim and Dovecot are not installed (apt-get install exim4-daemon-light dovecot-imapd)'

/** Exim, which keeps every mail to `outside.example` in one mailbox, and Dovecot, by which that is read. */
export interface DebianMailServer {
  smtpUrl: string
  /** Waits until Exim has nothing left to deliver. */
  drained(): Promise<void>
  /**
   * The addresses that mail was delivered to, each as often as mail for it lies in the mailbox, read by IMAP.
   */
  readRecipients(): Promise<string[]>
  close(): Promise<void>
}

/** Exim accepts addresses that begin with `person`, and refuses all others for good. */
const eximConfig = (folder: string, port: number, user: string) => `
primary_hostname = mail.outside.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
exim_user = ${user}
exim_group = ${user}
deliver_drop_privilege = true
tls_advertise_hosts =
host_lookup =
rfc1413_hosts =
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
keep_environment =
domainlist local_domains = outside.example
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data
begin acl
check_rcpt:
  accept domains = +local_domains
         local_parts = ^person
  deny message = There is no such person here
check_data:
  accept
begin routers
all:
  driver = accept
  domains = +local_domains
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  directory = ${folder}/mail/Maildir
  maildir_format
  create_directory
  envelope_to_add
  user = ${user}
  group = ${user}
`

const dovecotConfig = (folder: string, port: number, { user, uid, gid }: Owner) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_login_user = ${user}
default_internal_group = ${user}
first_valid_uid = ${uid}
first_valid_gid = ${gid}
mail_location = maildir:~/Maildir
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail
}
`

interface Owner {
  user: string
  uid: number
  gid: number
}

/** The account that owns the mail: that of the test, or `mail` when the test runs as root. */
async function findOwner(): Promise<Owner> {
  const uid = process.getuid?.() ?? 0
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = lines.find(([name, , id]) => (uid === 0 ? name === 'mail' : Number(id) === uid))
  if (found === undefined) throw new Error('There is no account for the mail.')
  return { user: found[0] ?? '', uid: Number(found[2]), gid: Number(found[3]) }
}

async function untilListening(port: number): Promise<Socket> {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (tries > 600) throw error
    }
    await wait(100)
  }
}

/** Sends commands of IMAP and collects everything that is answered to them. */
async function askImap(port: number, commands: readonly string[]): Promise<string> {
  const socket = await untilListening(port)
  socket.setEncoding('latin1')
  const answered = text(socket)
  socket.write(commands.map((command, index) => `a${index} ${command}\r\n`).join(''))
  const all = await answered
  for (const index of commands.keys())
    if (!new RegExp(`^a${index} OK`, 'm').test(all)) throw new Error(`IMAP: ${all.slice(-500)}`)
  return all
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Starts both programs on loopback with their own configuration and data in this folder. */
export async function startDebianMailServer(folder: string): Promise<DebianMailServer> {
  const owner = await findOwner()
  const [smtpPort, imapPort] = [await freePort(), await freePort()]
  await chmod(folder, 0o755)
  for (const name of ['', 'mail', 'spool', 'run', 'state']) {
    await mkdir(join(folder, name), { recursive: true })
    if (process.getuid?.() === 0) await chown(join(folder, name), owner.uid, owner.gid)
  }
  const [exim, dovecot] = [join(folder, 'exim.conf'), join(folder, 'dovecot.conf')]
  await writeFile(exim, eximConfig(folder, smtpPort, owner.user))
  await writeFile(dovecot, dovecotConfig(folder, imapPort, owner))
  const children = [
    // It logs into the folder. At its end it complains that its pid file is not the one of the system.
    spawn(programs.exim, ['-C', exim, '-bdf', '-q1m'], { stdio: 'ignore' }),
    spawn(programs.dovecot, ['-F', '-c', dovecot], { stdio: ['ignore', 'ignore', 'inherit'] }),
  ]
  for (const port of [smtpPort, imapPort]) (await untilListening(port)).destroy()
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    async drained() {
      for (;;) {
        const count = spawn(programs.exim, ['-C', exim, '-bpc'], { stdio: ['ignore', 'pipe', 'inherit'] })
        if ((await text(count.stdout)).trim() === '0') return
        await wait(200)
      }
    },
    async readRecipients() {
      const all = await askImap(imapPort, [
        'LOGIN office secret',
        'EXAMINE INBOX',
        'FETCH 1:* (BODY.PEEK[HEADER.FIELDS (ENVELOPE-TO)])',
        'LOGOUT',
      ])
      return [...all.matchAll(/^Envelope-to: (\S+)/gim)].map(([, address = '']) => address)
    },
    async close() {
      for (const child of children) await stop(child)
    },
  }
}
