import type { PromisePhrases } from './promise.ts'

const words = (...sources: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** Up to this many characters of the same sentence. */
const within = (characters: number) => `[^.!?]{0,${characters}}?`

const en = {
  i: "(?:I|we)(?:'ve| have)?(?: (?:just|now|already|also|successfully|gone ahead and|been able to))*",
  person:
    '(?:a|an|one of|our|my|the|another|some)? ?(?:of )?(?:our|my|the)? ?(?:\\p{L}+ ){0,2}?(?:colleagues?|team|team members?|specialists?|experts?|agents?|representatives?|advisors?|advisers?|staff|managers?|someone|somebody|person)',
  meeting:
    '(?:meeting|demo|call|appointment|consultation|visit|booking|reservation|slot|table|session)',
}

const english: PromisePhrases = {
  negation: /\b(?:not|never|no|cannot|can't|haven't|hasn't|won't|unable)\b/i,
  condition: /\b(?:if|once|when|after|as soon as|until|unless|whether|should you|before)\b/i,
  kinds: {
    booked: {
      done: words(
        `${en.i} (?:booked|scheduled|reserved)`,
        `${en.i} (?:arranged|set up|confirmed|put)${within(40)}${en.meeting}`,
        `(?:your|the) (?:\\p{L}+ ){0,2}?${en.meeting}${within(40)}(?:is|has been|was)(?: now| all)? (?:booked|scheduled|confirmed|reserved|set)`,
        `you(?:'re| are)(?: now| all)? (?:booked|scheduled)`,
      ),
      will: words(
        `(?:I|we)(?:'ll| will|'m| am|'re| are)(?: now| go ahead and)? (?:book|schedule|reserve|booking|scheduling|reserving)`,
      ),
      instead: 'Nothing is booked yet.',
    },
    person: {
      done: words(
        `${en.i} (?:forwarded|escalated|transferred)`,
        `${en.i} (?:passed|handed|sent)${within(60)}(?:on to|along to|over to|to (?:a|an|our|the|my)) ?(?:\\p{L}+ ){0,2}?(?:colleague|team|specialist|expert|person|agent|someone)s?`,
        `${en.i} (?:passed|handed) (?:this|that|it|your \\p{L}+) (?:on|along|over)`,
        `${en.i} (?:notified|informed|alerted|contacted|told|asked) (?:a|an|one of|our|the|my)${within(30)}(?:colleague|team|specialist|expert|person|agent|staff)s?`,
        `your (?:\\p{L}+ ){0,2}?(?:request|message|question|inquiry|enquiry|case|details) (?:has|have) been (?:forwarded|escalated|passed on|transferred|sent to)`,
      ),
      will: words(
        `${en.person}(?:'ll| will| is going to| are going to)(?: also| soon| then| shortly| personally)* (?:write|contact|call|reach out|get back|get in touch|follow up|email|e-mail|reply|respond|be in touch|be with you|take over|join|phone|ring)`,
        `we(?:'ll| will)(?: also| soon| then| shortly)* (?:contact you|call you|reach out|get back to you|get in touch|follow up|be in touch|email you|write to you)`,
        `I(?:'ll| will|'m| am)(?: now| just)? (?:forward|escalate|transfer|connect|pass|hand|forwarding|escalating|transferring|connecting|passing|handing) (?:you|this|that|it|your)`,
      ),
      instead: 'I have not passed this on to a person.',
    },
    saved: {
      done: words(
        `${en.i} (?:noted|saved|recorded|stored|registered|updated|added)(?: down)? (?:your|the|down your) (?:\\p{L}+ )?(?:name|email|e-mail|phone|number|address|contact|details|data|information)`,
      ),
      instead: 'I have not saved your details.',
    },
    sent: {
      done: words(
        `${en.i} (?:emailed|e-mailed|mailed|texted)`,
        `${en.i} sent${within(50)}(?:e-?mail|inbox|confirmation|invitation|invite|sms|text message)`,
        `(?:a|an|the) (?:confirmation|invitation|e-?mail)${within(20)}(?:has been|was) sent`,
      ),
      instead: 'I have not sent anything.',
    },
  },
}

const de = {
  i: '(?:(?:ich|wir) haben?|haben? (?:ich|wir))',
  meeting: '(?:Termin|Buchung|Demo|Reservierung|Gespräch|Beratung|Tisch|Besprechung|Meeting)',
  person:
    '(?:Kolleg(?:e|in|en|innen)|Mitarbeiter(?:in|innen)?|Ansprechpartner(?:in)?|Berater(?:in)?|Experten?|Team|Support|Vertrieb|Kundenservice|jemand|wir)',
}

const german: PromisePhrases = {
  negation: /(?<!\p{L})(?:nicht|nichts|kein\p{L}*|nie|niemals|niemand\p{L}*)(?!\p{L})/iu,
  condition: /(?<!\p{L})(?:wenn|falls|sobald|nachdem|sofern|bevor|ob|möchten)(?!\p{L})/iu,
  kinds: {
    booked: {
      done: words(
        `${de.i}${within(80)} (?:gebucht|reserviert|eingetragen|vereinbart|eingeplant)`,
        `(?:Ihr|Ihre|dein|deine|der|die|das) (?:\\p{L}+ ){0,2}?${de.meeting}${within(40)}(?:ist|wurde)${within(40)}(?:gebucht|bestätigt|reserviert|vereinbart|eingetragen)`,
      ),
      will: words(
        'ich (?:buche|reserviere)',
        'ich werde [^.!?]{0,60}(?:buchen|reservieren|vereinbaren)',
      ),
      instead: 'Es ist noch nichts gebucht.',
    },
    person: {
      done: words(
        `${de.i}${within(80)} (?:weitergeleitet|weitergegeben|eskaliert|übergeben|weitergereicht)`,
        `${de.i}${within(40)}(?:Team|Kolleg\\p{L}*|Mitarbeiter\\p{L}*|Vertrieb|Support)${within(40)} (?:informiert|benachrichtigt|verständigt|gebeten)`,
        `(?:Anfrage|Nachricht|Frage|Anliegen)${within(20)}wurde${within(40)}weitergeleitet`,
      ),
      will: words(
        `${de.person}(?: \\p{L}+)? (?:wird|werden)${within(70)}(?:melden|kontaktieren|anrufen|schreiben|antworten|zurückrufen|übernehmen|in Verbindung setzen)`,
        `${de.person}(?: \\p{L}+){0,2} (?:meldet sich|melden uns|kontaktiert Sie|kontaktiert dich|kontaktieren Sie|ruft Sie|ruft dich|rufen Sie|schreibt Ihnen|schreibt dir|setzt sich)`,
        `(?:meldet sich|wird sich|kontaktiert Sie|schreibt Ihnen|ruft Sie)${within(30)}(?:ein Kollege|eine Kollegin|ein Mitarbeiter|eine Mitarbeiterin|jemand|unser Team)`,
        `ich (?:leite|gebe|verbinde|übergebe)${within(60)}(?:weiter|Kolleg\\p{L}*|Mitarbeiter\\p{L}*|Team)`,
      ),
      instead: 'Ich habe das an niemanden weitergegeben.',
    },
    saved: {
      done: words(
        `${de.i}${within(60)}(?:Namen?|E-?Mail\\p{L}*|E-Mail-Adresse|Adresse|Nummer|Telefonnummer|Daten|Kontaktdaten|Angaben)${within(30)} (?:notiert|gespeichert|vermerkt|aufgenommen|hinterlegt)`,
      ),
      instead: 'Ich habe Ihre Angaben nicht gespeichert.',
    },
    sent: {
      done: words(
        `${de.i}${within(60)}(?:E-?Mail|Bestätigung|Einladung|SMS|Nachricht)${within(40)} (?:geschickt|gesendet|zugesandt|zugeschickt|versendet)`,
        `${de.i}${within(40)} gemailt`,
      ),
      instead: 'Ich habe nichts gesendet.',
    },
  },
}

const fr = {
  i: "(?:j'ai|j'(?:en|y) ai|je (?:vous|t'|l'|les|te) ?ai|je vous l'ai|nous (?:vous )?avons)(?: (?:bien|déjà|aussi|également))*",
  meeting: '(?:rendez-vous|réservation|démo|démonstration|réunion|créneau|appel|table|visite)',
  person:
    "(?:collègues?|conseill\\p{L}+|équipe|spécialistes?|experts?|quelqu'un|commercial|commerciaux|personne|agent)",
}

const french: PromisePhrases = {
  negation: /(?<!\p{L})(?:ne|n'\p{L}+|pas|rien|jamais|aucun\p{L}*)(?!\p{L})/iu,
  condition:
    /(?<!\p{L})(?:si|s'il|dès que|quand|lorsque|lorsqu'\p{L}*|après|une fois|avant|souhaitez)(?!\p{L})/iu,
  kinds: {
    booked: {
      done: words(
        `${fr.i} (?:réservé|programmé|planifié|fixé|pris)e?s?${within(40)}(?:${fr.meeting}|pour vous|cela|ça)`,
        `${fr.i} réservé`,
        `(?:votre|ta|ton|la|le) (?:\\p{L}+ )?${fr.meeting}${within(30)}(?:est|a été|a bien été) (?:bien )?(?:réservé|confirmé|programmé|planifié|fixé|pris)e?`,
      ),
      will: words(
        'je (?:vous |te )?(?:réserve|réserverai|planifie|programme)',
        'je vais (?:vous |te )?(?:réserver|planifier)',
      ),
      instead: "Rien n'est encore réservé.",
    },
    person: {
      done: words(
        `${fr.i} (?:transmis|transféré|escaladé|fait suivre|communiqué)e?s?`,
        `${fr.i} (?:informé|prévenu|alerté|averti|contacté|demandé à)${within(30)}${fr.person}`,
        `(?:votre|ta) (?:demande|question|message)${within(20)}a (?:bien )?été (?:transmise?|transférée?|envoyée?)`,
      ),
      will: words(
        `${fr.person}(?: \\p{L}+){0,3}? (?:(?:vous|te) )?(?:contactera|écrira|rappellera|répondra|recontactera|appellera|prendra)`,
        `${fr.person}(?: \\p{L}+){0,3}? (?:va|vont|allons) (?:(?:vous|te) )?(?:contacter|écrire|rappeler|répondre|recontacter|appeler|prendre)`,
        'nous (?:(?:vous|te) )?(?:recontacterons|contacterons|répondrons|rappellerons|écrirons)',
        `je (?:vous|te|le|la|les) (?:transfère|transmets|mets en relation|passe)`,
      ),
      instead: "Je n'ai transmis cela à personne.",
    },
    saved: {
      done: words(
        `${fr.i} (?:noté|enregistré|sauvegardé)e?s? (?:votre|vos|ton|tes|le|les|l')${within(20)}(?:nom|e-?mail|adresse|numéro|téléphone|coordonnées|données)`,
      ),
      instead: "Je n'ai pas enregistré vos coordonnées.",
    },
    sent: {
      done: words(
        `${fr.i} (?:envoyé|adressé)e?s?${within(40)}(?:e-?mail|courriel|mail|confirmation|invitation|sms)`,
      ),
      instead: "Je n'ai rien envoyé.",
    },
  },
}

const es = {
  i: '(?:(?:te|le|les|lo|la|se lo|se la|os) )?(?:he|hemos)(?: ya)?',
  meeting: '(?:cita|reunión|reserva|demo|demostración|llamada|mesa|visita)',
  person:
    '(?:compañer[oa]s?|colegas?|agentes?|asesor(?:a|es)?|equipo|especialistas?|expert[oa]s?|alguien|persona)',
}

const spanish: PromisePhrases = {
  negation: /(?<!\p{L})(?:no|nada|nunca|ningun\p{L}*|nadie)(?!\p{L})/iu,
  condition: /(?<!\p{L})(?:si|cuando|en cuanto|una vez|después|tras|antes|desea|quiere)(?!\p{L})/iu,
  kinds: {
    booked: {
      done: words(
        `${es.i} (?:reservado|programado|agendado|concertado)`,
        `(?:su|tu|la) (?:\\p{L}+ )?${es.meeting}${within(30)}(?:está|ha sido|queda|ha quedado) (?:reservad|confirmad|programad|agendad)[oa]`,
      ),
      will: words(
        '(?:(?:te|le) )?(?:reservaré|agendaré|programaré|reservo|agendo)',
        'voy a (?:reservar|agendar|programar)\\p{L}*',
      ),
      instead: 'Todavía no hay nada reservado.',
    },
    person: {
      done: words(
        `${es.i} (?:reenviado|transferido|escalado|remitido|derivado|trasladado)`,
        `${es.i} (?:pasado|enviado)${within(40)}(?:a|al|con) (?:\\p{L}+ ){0,2}?${es.person}`,
        `${es.i} (?:avisado|informado|notificado|contactado)${within(30)}${es.person}`,
        `(?:su|tu) (?:solicitud|consulta|mensaje|pregunta)${within(20)}ha sido (?:enviad|transferid|remitid|reenviad)[oa]`,
      ),
      will: words(
        `${es.person}(?: \\p{L}+){0,3}? (?:(?:te|le|les|se|os) )?(?:escribirá|contactará|llamará|responderá|pondrá|atenderá)n?`,
        `${es.person}(?: \\p{L}+){0,3}? (?:(?:te|le|les|se|os) )?(?:va|van) a (?:escribir|contactar|llamar|responder|poner)\\p{L}*`,
        '(?:nos pondremos en contacto|(?:te|le|les) (?:contactaremos|llamaremos|escribiremos|responderemos))',
        '(?:te|le) (?:paso|transfiero|derivo|pongo en contacto) (?:con|a)',
      ),
      instead: 'No he pasado esto a ninguna persona.',
    },
    saved: {
      done: words(
        `${es.i} (?:anotado|guardado|registrado|apuntado) (?:tu|tus|su|sus|el|la|los)${within(20)}(?:nombre|correo|e-?mail|teléfono|número|datos|contacto|dirección)`,
      ),
      instead: 'No he guardado sus datos.',
    },
    sent: {
      done: words(`${es.i} enviado${within(40)}(?:correo|e-?mail|confirmación|invitación|sms)`),
      instead: 'No he enviado nada.',
    },
  },
}

const nl = {
  i: '(?:(?:ik heb|we hebben|wij hebben)|(?:heb ik|hebben we|hebben wij))',
  meeting: '(?:afspraak|boeking|reservering|demo|gesprek|vergadering|tafel|bezoek|meeting)',
  person:
    "(?:collega(?:'s)?|medewerkers?|specialist(?:en)?|adviseurs?|team|iemand|expert|verkoopteam|klantenservice|wij|we)",
}

const dutch: PromisePhrases = {
  negation: /(?<!\p{L})(?:niet|niets|geen|nooit|niemand)(?!\p{L})/iu,
  condition: /(?<!\p{L})(?:als|indien|zodra|wanneer|nadat|voordat|of|wilt|tenzij)(?!\p{L})/iu,
  kinds: {
    booked: {
      done: words(
        `${nl.i}${within(80)} (?:geboekt|gereserveerd|ingepland|vastgelegd)`,
        `(?:uw|je|jouw|de|het) (?:\\p{L}+ )?${nl.meeting}${within(40)}(?:is|staat|werd)${within(40)}(?:geboekt|bevestigd|ingepland|gereserveerd|vast)`,
      ),
      will: words(
        'ik (?:boek|reserveer|plan)',
        'ik (?:zal|ga)[^.!?]{0,60}(?:boeken|reserveren|inplannen)',
      ),
      instead: 'Er is nog niets geboekt.',
    },
    person: {
      done: words(
        `${nl.i}${within(80)} (?:doorgestuurd|doorgegeven|doorgezet|doorverbonden|geëscaleerd|overgedragen)`,
        `${nl.i}${within(40)}(?:team|collega\\p{L}*|medewerker\\p{L}*)${within(40)} (?:geïnformeerd|ingelicht|verwittigd|gevraagd|op de hoogte gebracht)`,
        `(?:vraag|bericht|verzoek|aanvraag)${within(20)}is doorgestuurd`,
      ),
      will: words(
        `${nl.person}(?: \\p{L}+){0,2}? (?:zal|zullen|gaat|gaan)${within(70)}(?:contacteren|opnemen|bellen|mailen|schrijven|antwoorden|terugbellen|overnemen)`,
        `${nl.person}(?: \\p{L}+){0,2}? (?:neemt|nemen)${within(30)} contact`,
        `${nl.person}(?: \\p{L}+){0,2}? (?:contacteert|belt|mailt|schrijft|contacteren|bellen|mailen) (?:je|jou|u)`,
        'ik (?:verbind|stuur|geef|zet) (?:je|u|dit|uw|jouw)[^.!?]{0,40}(?:door|collega\\p{L}*|team)',
      ),
      instead: 'Ik heb dit aan niemand doorgegeven.',
    },
    saved: {
      done: words(
        `${nl.i} (?:je|jouw|uw|de)${within(20)}(?:naam|e-?mail\\p{L}*|e-mailadres|nummer|telefoonnummer|gegevens|adres)${within(20)} (?:genoteerd|opgeslagen|vastgelegd|bewaard)`,
      ),
      instead: 'Ik heb uw gegevens niet opgeslagen.',
    },
    sent: {
      done: words(
        `${nl.i}${within(50)}(?:e-?mail|bevestiging|uitnodiging|sms)${within(30)} (?:gestuurd|verzonden|verstuurd)`,
        `${nl.i}${within(40)} gemaild`,
      ),
      instead: 'Ik heb niets verzonden.',
    },
  },
}

/** The phrases that sound like a promise, by language. An answer is checked for those of all languages. */
export const promisePhrases: Readonly<Record<string, PromisePhrases>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  nl: dutch,
}
