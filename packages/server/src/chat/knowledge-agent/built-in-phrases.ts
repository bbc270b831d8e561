import type { AgentPhrases } from './agent-phrases.ts'
import { answerPatterns } from './answer-patterns.ts'

/** The texts and patterns of the built-in agent, by language tag. */
export const agentPhrases: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'nl', AgentPhrases>> = {
  en: {
    texts: {
      greeting: 'Hello! How can I help you?',
      welcome: 'You are welcome. Is there anything else I can look up?',
      goodbye: 'Goodbye, and thank you for your visit.',
      thanks: 'Thank you, {name}. I have noted how to reach you.',
      thanksUnnamed: 'Thank you. I have noted how to reach you.',
      met: 'Nice to meet you, {name}. How can I help you?',
      about:
        'I am an automatic assistant. Ask me anything about {workspace}, and I will look it up for you.',
      askEmail: 'Thank you. Which email address can we write to?',
      handoff: 'I have asked a colleague to take over. Somebody will be in touch with you.',
      handoffClosed: 'I have asked a colleague to take over, but nobody is here right now.',
      handoffOpens: 'We are back on {when}.',
      handoffAskEmail: 'Which email address can we write to?',
      handoffWrite: 'We will write to you.',
      noHandoff: 'Nobody can take over in this chat, but I can look things up for you.',
      booking: 'You can choose a time here: {url}',
      bookingWithEmail: 'A meeting is a good idea. We will write to you to arrange a time.',
      bookingAskEmail:
        'A meeting is a good idea. Tell me your name and email, and we will arrange a time.',
      noBooking: 'Meetings cannot be booked in this chat.',
      unknown: 'I do not know that: I could not find it in the information from {workspace}.',
      offerPerson: 'Would you like to talk to a person?',
      noMoreAnswers: 'I cannot answer any more questions at the moment.',
      source: '(From: {page})',
      which: 'This is about {first}. Or did you mean {second}?',
    },
    patterns: {
      greeting: /^(?:hi|hey|hello|hello there|hi there|good (?:morning|afternoon|evening|day))$/i,
      thanks:
        /^(?:(?:ok|no|great|perfect|super|cool) )?(?:thanks?|thank you|thx|cheers)(?: (?:a lot|so much|very much|you|for (?:your|the|all the) (?:help|info|information|answer|time)|(?:that|this|it)(?:['’]s| was| is)?(?: very| really| so)? (?:helps?|helped|helpful|useful|great|perfect|all|enough|what i needed)))*$/i,
      goodbye:
        /^(?:(?:ok|thanks|thank you) )?(?:bye|bye bye|goodbye|good bye|see you|have a (?:nice|good) (?:day|one|evening))$/i,
      about:
        /^(?:help|help me|(?:please )?(?:can|could) you help me|i need help|what can you do|what do you do|what can i ask(?: you)?|who are you|what are you|are you (?:an? |there|real)?(?:bot|robot|human|person|ai|machine|chatbot|computer|real person|human being)?)$/i,
      yes: /^(?:(?:yes|yeah|yep|sure|ok(?:ay)?|of course)(?: please| thanks| thank you)?|please(?: do)?|i would(?: like that)?)$/i,
      goesOn: /^\W*(?:and|or|but|what about|how about|also|what if)\b/i,
      // "There" in "is there" and "there is" refers to nothing.
      pronoun:
        /\b(?:it|its|they|them|their|that|those|these|one|ones)\b|(?<!\b(?:is|are|was|were|will|would)(?:n['’]t)? )\bthere\b(?!['’]s| (?:is|are|was|were|will|would)\b)/i,
      name: /(?:\bi['’]m|\bi am|\bmy name is|\bmy name['’]s|\bthis is|\bit['’]?s)\s+/iu,
      company:
        /\b(?:i work (?:at|for)|i am (?:with|from)|i['’]?m (?:with|from)|my company is|our company is|company:|on behalf of)\s+/iu,
      person:
        /\b(?:human|real person|a person|(?:talk|speak|chat|connect me|transfer me|hand me over)(?: \w+){0,2} (?:someone|somebody|anyone)|(?:someone|somebody|anyone)(?: \w+){0,3} (?:talk|speak|chat|call me|contact me)|support (?:team|agent)|your (?:team|staff|colleagues?)|sales(?:person| team| rep)?|representative|live agent)\b/i,
      personVerb:
        /\b(?:talk|speak|chat|connect|reach|contact|call|transfer|hand|get|put|want|need|like|see|have)\b/i,
      complaint:
        /\b(?:unacceptable|not acceptable|outrageous|disgraceful|a disgrace|rip-?off|fed up|(?:terrible|awful|worst) (?:service|experience|company)|i(?:['’]m| am) (?:very |so |really |extremely )?(?:angry|furious|disappointed|upset|dissatisfied|unhappy)|i (?:want to|must) complain|i have a complaint|i demand)\b/i,
      meeting:
        /\b(?:meeting|demo|appointment|consultation|book (?:a|an|some)\b.*\b(?:call|time|slot)|schedule (?:a|an|some)\b.*\b(?:call|time|slot)|(?:a|intro) call)\b/i,
      meetingVerb: /\b(?:book|schedule|arrange|set up|want|need|like|have|get|could|can|plan)\b/i,
    },
    signs: answerPatterns.en,
  },
  de: {
    texts: {
      greeting: 'Hallo! Wie kann ich Ihnen helfen?',
      welcome: 'Gern geschehen. Kann ich noch etwas für Sie nachsehen?',
      goodbye: 'Auf Wiedersehen, und danke für Ihren Besuch.',
      thanks: 'Danke, {name}. Ich habe notiert, wie wir Sie erreichen.',
      thanksUnnamed: 'Danke. Ich habe notiert, wie wir Sie erreichen.',
      met: 'Freut mich, {name}. Wie kann ich Ihnen helfen?',
      about:
        'Ich bin ein automatischer Assistent. Fragen Sie mich etwas zu {workspace}, und ich sehe es für Sie nach.',
      askEmail: 'Danke. An welche E-Mail-Adresse können wir Ihnen schreiben?',
      handoff: 'Ich habe jemanden aus dem Team gebeten zu übernehmen. Man meldet sich bei Ihnen.',
      handoffClosed:
        'Ich habe jemanden aus dem Team gebeten zu übernehmen, aber gerade ist niemand da.',
      handoffOpens: 'Am {when} sind wir wieder da.',
      handoffAskEmail: 'An welche E-Mail-Adresse können wir Ihnen schreiben?',
      handoffWrite: 'Wir schreiben Ihnen.',
      noHandoff: 'In diesem Chat kann niemand übernehmen, aber ich sehe gern etwas für Sie nach.',
      booking: 'Hier können Sie einen Termin wählen: {url}',
      bookingWithEmail:
        'Ein Termin ist eine gute Idee. Wir schreiben Ihnen, um ihn zu vereinbaren.',
      bookingAskEmail:
        'Ein Termin ist eine gute Idee. Nennen Sie mir Ihren Namen und Ihre E-Mail-Adresse, dann vereinbaren wir ihn.',
      noBooking: 'In diesem Chat können keine Termine vereinbart werden.',
      unknown: 'Das weiß ich nicht: Bei {workspace} habe ich dazu keine Antwort gefunden.',
      offerPerson: 'Möchten Sie mit einem Menschen sprechen?',
      noMoreAnswers: 'Im Moment kann ich keine weiteren Fragen beantworten.',
      source: '(Aus: {page})',
      which: 'Das gilt für {first}. Oder meinten Sie {second}?',
    },
    patterns: {
      greeting:
        /^(?:hallo|hi|hey|moin|servus|gr[uü](?:ß|ss) (?:gott|dich|sie)|guten (?:tag|morgen|abend)|hallo zusammen)$/i,
      thanks:
        /^(?:(?:ok|nein|super|prima|perfekt) )?(?:danke|vielen dank|herzlichen dank|dankesch[oö]n)(?: (?:sch[oö]n|sehr|dir|ihnen|euch|für (?:die|ihre|deine) (?:hilfe|auskunft|info|antwort)|das (?:war|ist)(?: sehr| alles| schon)? (?:hilfreich|alles|super|perfekt|gut)|das (?:hilft|reicht)(?: mir)?))*$/i,
      goodbye:
        /^(?:(?:danke|ok) )?(?:tsch[uü]ss?|tschüß|auf wiedersehen|ciao|bis bald|bis dann|sch[oö]nen (?:tag|abend)(?: noch)?)$/i,
      about:
        /^(?:hilfe|(?:kannst du|können sie) mir helfen|ich brauche hilfe|was (?:kannst du|können sie)|wer (?:bist du|sind sie)|(?:bist du|sind sie) (?:ein |eine )?(?:bot|roboter|mensch|maschine|ki|echt))$/i,
      yes: /^(?:(?:ja|klar|ok(?:ay)?|natürlich)(?: bitte| gerne?)?|gerne?|bitte)$/i,
      goesOn: /^\W*(?:und|oder|aber|wie (?:ist|sieht) es mit|was ist mit|auch)(?!\p{L})/iu,
      pronoun:
        /(?<!\p{L})(?:er|sie|(?<!gibt )es|der|das|dies|diese|dieser|dort|da|davon|dafür)(?=\s*[?!.]*$)|^\W*(?:und )?(?:was kostet (?:der|die|das|es)|ist (?:das|es|er|sie))(?!\p{L})/iu,
      // Any noun may follow "ich bin", so only two capitalized words after it are a name.
      name: /(?<!\p{L})(?:[Ii]ch hei(?:ß|ss)e|[Mm]ein [Nn]ame ist|[Hh]ier spricht|[Ii]ch bin(?=\s+\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}))\s+/u,
      company:
        /(?<!\p{L})(?:ich arbeite (?:bei|für)|von der firma|meine firma (?:ist|heißt)|unsere firma (?:ist|heißt)|firma:?|im namen von)\s+/iu,
      person:
        /(?<!\p{L})(?:menschen?|echte person|eine[rmn]? person|jemand(?:em|en)?|mitarbeiter(?:in)?|kundenservice|berater(?:in)?|kolleg(?:e|en|in))(?!\p{L})/iu,
      personVerb:
        /(?<!\p{L})(?:sprechen|reden|chatten|verbinden|verbinde|kontaktieren|anrufen|möchte|will|brauche|schreiben|erreichen)(?!\p{L})/iu,
      complaint:
        /(?<!\p{L})(?:inakzeptabel|unakzeptabel|nicht akzeptabel|unverschämt(?:heit)?|frechheit|abzocke|mir reicht['’]?s|(?:ich bin|bin ich) (?:sehr |so |echt |wirklich )?(?:sauer|wütend|enttäuscht|verärgert|unzufrieden)|ich (?:will|möchte|muss) mich beschweren|ich verlange)(?!\p{L})/iu,
      meeting:
        /(?<!\p{L})(?:termin|besprechung|demo|beratungsgespräch|beratung|gespräch)(?!\p{L})/iu,
      meetingVerb:
        /(?<!\p{L})(?:buchen|vereinbaren|ausmachen|möchte|will|brauche|hätte|kann|können|haben)(?!\p{L})/iu,
    },
    signs: answerPatterns.de,
  },
  fr: {
    texts: {
      greeting: 'Bonjour ! Comment puis-je vous aider ?',
      welcome: 'Avec plaisir. Puis-je chercher autre chose pour vous ?',
      goodbye: 'Au revoir, et merci de votre visite.',
      thanks: 'Merci, {name}. J’ai noté comment vous joindre.',
      thanksUnnamed: 'Merci. J’ai noté comment vous joindre.',
      met: 'Enchanté, {name}. Comment puis-je vous aider ?',
      about:
        'Je suis un assistant automatique. Posez-moi une question sur {workspace}, et je cherche la réponse pour vous.',
      askEmail: 'Merci. À quelle adresse e-mail pouvons-nous vous écrire ?',
      handoff: 'J’ai demandé à un collègue de prendre le relais. Quelqu’un vous contactera.',
      handoffClosed:
        'J’ai demandé à un collègue de prendre le relais, mais personne n’est là pour le moment.',
      handoffOpens: 'Nous serons de retour le {when}.',
      handoffAskEmail: 'À quelle adresse e-mail pouvons-nous vous écrire ?',
      handoffWrite: 'Nous vous écrirons.',
      noHandoff: 'Personne ne peut prendre le relais ici, mais je peux chercher pour vous.',
      booking: 'Vous pouvez choisir un horaire ici : {url}',
      bookingWithEmail: 'Un rendez-vous est une bonne idée. Nous vous écrirons pour le fixer.',
      bookingAskEmail:
        'Un rendez-vous est une bonne idée. Donnez-moi votre nom et votre e-mail, et nous le fixerons.',
      noBooking: 'On ne peut pas prendre de rendez-vous dans ce chat.',
      unknown: 'Je ne le sais pas : je n’ai pas trouvé de réponse chez {workspace}.',
      offerPerson: 'Voulez-vous parler à une personne ?',
      noMoreAnswers: 'Je ne peux plus répondre aux questions pour le moment.',
      source: '(Source : {page})',
      which: 'Cela concerne {first}. Ou pensiez-vous à {second} ?',
    },
    patterns: {
      greeting: /^(?:bonjour|bonsoir|salut|coucou|hello)$/i,
      thanks:
        /^(?:(?:ok|non|super|parfait|très bien) )?merci(?: (?:beaucoup|bien|à vous|pour (?:votre|ton) (?:aide|réponse)|pour (?:l['’]info|les informations|la réponse)|infiniment|c['’](?:est|était)(?: très)? (?:parfait|utile|tout|gentil|bien)))*$/i,
      goodbye: /^(?:(?:merci|ok) )?(?:au revoir|à bientôt|à plus|bonne (?:journée|soirée)|salut)$/i,
      about:
        /^(?:aide|aidez-moi|(?:pouvez-vous|peux-tu) m['’]aider|j['’]ai besoin d['’]aide|que (?:pouvez-vous|peux-tu|savez-vous) faire|qui (?:êtes-vous|es-tu)|(?:êtes-vous|es-tu) (?:un |une )?(?:robot|bot|humain|personne|machine|ia))$/i,
      yes: /^(?:(?:oui|ok|bien sûr)(?: merci| s['’]il vous plaît| volontiers)?|volontiers|d['’]accord|avec plaisir)$/i,
      goesOn: /^\W*(?:et|ou|mais|qu['’]en est-il|aussi)(?!\p{L})/iu,
      pronoun:
        /(?<!\p{L})(?:(?<!y (?:a-t|aura-t|avait)-)il(?! y (?:a|avait|aura)(?!\p{L}))|elle|ils|elles|cela|ça|celui|celle|là|y(?! (?:a|avait|aura)(?!\p{L})))(?!\p{L})/iu,
      name: /(?<!\p{L})(?:je m['’]appelle|mon nom est|je suis|ici)\s+/iu,
      company:
        /(?<!\p{L})(?:je travaille (?:chez|pour)|de la société|mon entreprise est|ma société est|société:?|au nom de)\s+/iu,
      person:
        /(?<!\p{L})(?:humain|vraie personne|(?:à|avec) une personne|quelqu['’]un|conseill(?:er|ère)|un agent|votre équipe|collègue)(?!\p{L})/iu,
      personVerb:
        /(?<!\p{L})(?:parler|discuter|joindre|contacter|appeler|veux|voudrais|souhaite|besoin|échanger)(?!\p{L})/iu,
      complaint:
        /(?<!\p{L})(?:inacceptable|inadmissible|scandaleux|honteux|arnaque|je suis (?:très |vraiment |extrêmement )?(?:déçue?|furieux|furieuse|en colère|mécontente?)|je (?:veux|souhaite|dois) me plaindre|j['’]exige)(?!\p{L})/iu,
      meeting: /(?<!\p{L})(?:rendez-vous|rdv|réunion|démo|démonstration|entretien)(?!\p{L})/iu,
      meetingVerb:
        /(?<!\p{L})(?:prendre|fixer|réserver|planifier|veux|voudrais|souhaite|besoin|avoir|puis|pouvons|organiser)(?!\p{L})/iu,
    },
    signs: answerPatterns.fr,
  },
  es: {
    texts: {
      greeting: '¡Hola! ¿En qué puedo ayudarle?',
      welcome: 'De nada. ¿Puedo buscarle algo más?',
      goodbye: 'Adiós, y gracias por su visita.',
      thanks: 'Gracias, {name}. He anotado cómo contactarle.',
      thanksUnnamed: 'Gracias. He anotado cómo contactarle.',
      met: 'Mucho gusto, {name}. ¿En qué puedo ayudarle?',
      about:
        'Soy un asistente automático. Pregúnteme algo sobre {workspace} y lo busco para usted.',
      askEmail: 'Gracias. ¿A qué correo electrónico podemos escribirle?',
      handoff: 'He pedido a un compañero que le atienda. Alguien se pondrá en contacto con usted.',
      handoffClosed: 'He pedido a un compañero que le atienda, pero en este momento no hay nadie.',
      handoffOpens: 'Volvemos el {when}.',
      handoffAskEmail: '¿A qué correo electrónico podemos escribirle?',
      handoffWrite: 'Le escribiremos.',
      noHandoff: 'Nadie puede atenderle en este chat, pero puedo buscarle información.',
      booking: 'Puede elegir una hora aquí: {url}',
      bookingWithEmail: 'Una reunión es buena idea. Le escribiremos para concretarla.',
      bookingAskEmail:
        'Una reunión es buena idea. Dígame su nombre y su correo electrónico, y la concretaremos.',
      noBooking: 'En este chat no se pueden reservar reuniones.',
      unknown: 'No lo sé: no he encontrado una respuesta en {workspace}.',
      offerPerson: '¿Quiere hablar con una persona?',
      noMoreAnswers: 'En este momento no puedo responder más preguntas.',
      source: '(Fuente: {page})',
      which: 'Esto es sobre {first}. ¿O se refería a {second}?',
    },
    patterns: {
      greeting: /^(?:hola|buenas|buenos días|buenas tardes|buenas noches|hola buenas)$/i,
      thanks:
        /^(?:(?:ok|no|vale|perfecto|genial) )?(?:muchas )?gracias(?: (?:por (?:la|tu|su) (?:ayuda|información|respuesta)|por todo|a ti|a usted|eso es todo|muy amable|me sirve|(?:ha sido|es) (?:muy )?útil))*$/i,
      goodbye: /^(?:(?:gracias|vale) )?(?:adiós|adios|hasta luego|hasta pronto|chao|chau)$/i,
      about:
        /^(?:ayuda|ayúdame|ayúdeme|(?:puedes|puede) ayudarme|necesito ayuda|qué (?:puedes|puede|sabes) hacer|quién (?:eres|es usted)|(?:eres|es usted) (?:un |una )?(?:robot|bot|humano|persona|máquina|ia))$/i,
      yes: /^(?:(?:sí|si|claro|vale|ok)(?: por favor| gracias)?|por favor|de acuerdo)$/i,
      goesOn: /^\W*(?:y|e|o|pero|qué tal|también)(?!\p{L})/iu,
      pronoun: /(?<!\p{L})(?:él|ella|ellos|ellas|eso|esto|ese|esa|allí|ahí)(?!\p{L})/iu,
      name: /(?<!\p{L})(?:me llamo|mi nombre es|soy)\s+/iu,
      company:
        /(?<!\p{L})(?:trabajo (?:en|para)|de la empresa|mi empresa (?:es|se llama)|empresa:?|en nombre de)\s+/iu,
      person:
        /(?<!\p{L})(?:humano|persona real|con una persona|alguien|agente|asesor(?:a)?|su equipo|compañero)(?!\p{L})/iu,
      personVerb:
        /(?<!\p{L})(?:hablar|chatear|contactar|llamar|quiero|quisiera|necesito|comunicarme|pasar)(?!\p{L})/iu,
      complaint:
        /(?<!\p{L})(?:inaceptable|una vergüenza|indignante|estafa|estoy (?:muy |realmente )?(?:decepcionad[oa]|enfadad[oa]|furios[oa]|indignad[oa]|hart[oa])|quiero (?:quejarme|poner una queja)|exijo)(?!\p{L})/iu,
      meeting: /(?<!\p{L})(?:reunión|cita|demo|demostración)(?!\p{L})/iu,
      meetingVerb:
        /(?<!\p{L})(?:reservar|concertar|agendar|quiero|quisiera|necesito|tener|pedir|puedo|podemos|programar)(?!\p{L})/iu,
    },
    signs: answerPatterns.es,
  },
  nl: {
    texts: {
      greeting: 'Hallo! Waarmee kan ik u helpen?',
      welcome: 'Graag gedaan. Kan ik nog iets voor u opzoeken?',
      goodbye: 'Tot ziens, en bedankt voor uw bezoek.',
      thanks: 'Bedankt, {name}. Ik heb genoteerd hoe we u bereiken.',
      thanksUnnamed: 'Bedankt. Ik heb genoteerd hoe we u bereiken.',
      met: 'Aangenaam, {name}. Waarmee kan ik u helpen?',
      about:
        'Ik ben een automatische assistent. Vraag me iets over {workspace}, en ik zoek het voor u op.',
      askEmail: 'Bedankt. Naar welk e-mailadres kunnen we u schrijven?',
      handoff: 'Ik heb een collega gevraagd om over te nemen. Iemand neemt contact met u op.',
      handoffClosed: 'Ik heb een collega gevraagd om over te nemen, maar er is nu niemand.',
      handoffOpens: 'We zijn er weer op {when}.',
      handoffAskEmail: 'Naar welk e-mailadres kunnen we u schrijven?',
      handoffWrite: 'We schrijven u.',
      noHandoff: 'In deze chat kan niemand overnemen, maar ik kan dingen voor u opzoeken.',
      booking: 'U kunt hier een tijd kiezen: {url}',
      bookingWithEmail: 'Een afspraak is een goed idee. We schrijven u om een tijd af te spreken.',
      bookingAskEmail:
        'Een afspraak is een goed idee. Geef me uw naam en e-mailadres, dan spreken we een tijd af.',
      noBooking: 'In deze chat kunnen geen afspraken worden gemaakt.',
      unknown: 'Dat weet ik niet: ik heb bij {workspace} geen antwoord gevonden.',
      offerPerson: 'Wilt u met een mens spreken?',
      noMoreAnswers: 'Ik kan op dit moment geen vragen meer beantwoorden.',
      source: '(Uit: {page})',
      which: 'Dit gaat over {first}. Of bedoelde u {second}?',
    },
    patterns: {
      greeting: /^(?:hallo|hoi|hey|hi|dag|goede(?:morgen|middag|navond|ndag)|goeie?dag)$/i,
      thanks:
        /^(?:(?:ok|nee|super|top|prima) )?(?:bedankt|dank (?:je|u|jullie)|dankjewel|dankuwel)(?: (?:wel|voor (?:de|je|uw) (?:hulp|info|informatie|antwoord)|hoor|dat (?:was|is)(?: erg| heel)? (?:handig|nuttig|alles|genoeg|fijn)|dat helpt))*$/i,
      goodbye:
        /^(?:(?:bedankt|ok) )?(?:tot ziens|doei|dag|tot later|fijne (?:dag|avond)(?: nog)?)$/i,
      about:
        /^(?:help|hulp|(?:kun je|kunt u|kan je) me helpen|ik heb hulp nodig|wat (?:kun je|kunt u|kan je)(?: doen)?|wie (?:ben je|bent u)|(?:ben je|bent u) (?:een )?(?:bot|robot|mens|machine|ai))$/i,
      yes: /^(?:(?:ja|prima|oké|ok|natuurlijk)(?: graag| alstublieft| hoor)?|graag)$/i,
      goesOn: /^\W*(?:en|of|maar|hoe zit het met|wat met|ook)(?!\p{L})/iu,
      pronoun: /(?<!\p{L})(?:hij|zij|ze|die|dit|daar|deze|ervan|ervoor)(?!\p{L})/iu,
      name: /(?<!\p{L})(?:ik heet|mijn naam is|ik ben|u spreekt met)\s+/iu,
      company:
        /(?<!\p{L})(?:ik werk (?:bij|voor)|van het bedrijf|van de firma|mijn bedrijf (?:is|heet)|bedrijf:?|namens)\s+/iu,
      person:
        /(?<!\p{L})(?:mens|echt persoon|een persoon|iemand|medewerk(?:er|ster)|uw team|collega|adviseur)(?!\p{L})/iu,
      personVerb:
        /(?<!\p{L})(?:praten|spreken|chatten|contact|bellen|wil|zou|graag|nodig|doorverbinden)(?!\p{L})/iu,
      complaint:
        /(?<!\p{L})(?:onaanvaardbaar|onacceptabel|schandalig|een schande|oplichting|ik ben (?:heel |erg |zeer |echt )?(?:boos|woedend|teleurgesteld|ontevreden)|ik wil (?:een klacht indienen|klagen)|ik eis)(?!\p{L})/iu,
      meeting: /(?<!\p{L})(?:afspraak|vergadering|demo|gesprek|adviesgesprek)(?!\p{L})/iu,
      meetingVerb:
        /(?<!\p{L})(?:maken|boeken|plannen|wil|zou|graag|nodig|kan|kunnen|hebben|inplannen)(?!\p{L})/iu,
    },
    signs: answerPatterns.nl,
  },
}

/** Replaces each name in braces with its value, if it has one. A `$` in a value has no special meaning. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
}
