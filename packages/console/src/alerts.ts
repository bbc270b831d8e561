import type { InboxConversation } from './inbox-state.ts'

const soundName = 'doorkit.console.sound'

/** Whether this browser plays a sound when a visitor asks for a person. */
export const hasSound = () => localStorage.getItem(soundName) === 'yes'

/** Turns the sound of this browser on or off. When it is turned on, it plays once. */
export function setSound(isOn: boolean): void {
  localStorage.setItem(soundName, isOn ? 'yes' : 'no')
  if (isOn) play()
}

/** Whether the browser shows notifications of the console; null if it cannot. */
export const hasNotifications = () =>
  'Notification' in globalThis ? Notification.permission === 'granted' : null

/** Alerts the person at this browser that visitors are waiting, in the ways that the person chose. */
export function alertPerson(waiting: readonly InboxConversation[]): void {
  if (hasSound()) play()
  if (!hasNotifications() || !document.hidden) return
  // The text of a visitor must not appear on a locked screen.
  const body =
    waiting.length === 1
      ? 'A visitor asks for a person.'
      : `${waiting.length} visitors ask for a person.`
  const notification = new Notification('Inbox', { body, tag: waiting[0]?.id ?? 'inbox' })
  notification.onclick = () => {
    focus()
    notification.close()
  }
}

function play(): void {
  const audio = new AudioContext()
  for (const [nth, frequency] of [660, 880].entries()) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const from = audio.currentTime + nth * 0.16
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.12, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.3)
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + 0.3)
    tone.onended = nth === 1 ? () => void audio.close() : null
  }
}
