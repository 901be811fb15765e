package language

import "strings"

// nouns say what sort of thing a quoted name is; a role of a control they are not.
// Adjectives are missing on purpose: "the unread "Report" message" says more than its name.
var nouns = set(strings.Fields(`
abstract accordion account achievement action activity ad addon address addressbook admin administrator advert advice agency agent airport aisle alarm album alert alias
allergy amount animal announcement answer apartment api app appendix applicant applicants application appointment approval archive area argument article artist asset
assignment attachment attribute auction audience author autocomplete automation avatar axis backdrop background backlog backup badge bag balance band banner bar basket
bed beneficiary bicycle bid bike bill block blog board boat bond book booking bookmark box branch brand breadcrumb broker bucket budget bug build building bulletin
bundle bus buyer calendar callout camera campaign candidate caption car card carousel carrier cart case category caution cell certificate changelog channel chapter
character charity chart chat check checklist checkout cheque child chip choice chore cinema city claim class client clip cluster code coin collapsible colleague
collection color colour column command comment commit community company component conclusion condition confirmation contact container content contract control
conversation countdown counter country country-code county coupon courier course cover crash credential crop crumb crypto currency customer danger dashboard database
date day deal dealer degree delivery department dependency deployment deposit depot description desk detail details device diagnosis diagram dialog diary diploma
directory disclaimer discount dish disk district division doc dock doctor document domain donation dose draft drawer drink driver drop dropzone drug e-mail ebook editor
email emblem emoji employee endpoint engine entry environment epic episode error event exam example exception excerpt exchange exercise expense explanation extension
facet failure faq farm favorite favourite fax feature fee feed ferry field file film filter firm flag flash flat flight floor flow folder follower footer footnote form
forum friend function fund funnel gallery game gate gauge gift giftcard glossary goal grade graph greeting grid group guest guide habit hall handle header heading
headline hearing heatmap hero hint histogram hit holiday homepage homework host hostel hotel hour house hub hyperlink icon id identifier image inbox incident index
indicator info information ingredient instance instruction instructions interest intern intro introduction invoice issue item itinerary job journal jumbotron key keyword
kind lab label landing landlord lane language laptop lawsuit layer layout lead league lecture ledger leg legend lesson letter level library licence license lightbox line
link list loader loan location log login logo lot magazine mail mailbox manager manual map mark marker match meal medication medicine meeting member memo mention menu
menubar merchant message meter method milestone minute modal mode model moderator module month mood mortgage motto movie museum name namespace navbar navigation network
news newsletter nickname node note notebook notice noticeboard notification number nurse object offer office option order organisation organization otp outbox outcome expectation outlet
outro overlay owner package page pager pagination pane panel paragraph parameter parcel parent park part partition partner passcode passenger passphrase passport
password patient payee payer payment payroll payslip pdf people percentage permission permit person pet petition phase phone photo phrase picture pie pill pin pipeline
place placeholder plan plane plant platform player playlist plot plugin pod podcast policy poll polygon popover popup portfolio position post poster preference premium
prescription presentation press preview price printer priority product profile program progress progressbar project promo promotion prompt property proposal province
publisher pupil quantity query quest question queue quiz quote rate rating reaction receipt recipe recipient recommendation record reference refund region rejection
release reminder reply repo report repository request reservation resource restaurant result return review revision ribbon rider role room round route routine row rule
salary salutation sample scene schedule schema school scooter scope score screen script search season seat secret section segment seller semester sender sensor sentence
series server service session setting severity shape share sheet shelf shift ship shipment shop show sidebar signature site size skeleton skill sku slide slider
slideshow slogan slot snackbar snapshot snippet song sort source space spam spinner sponsor spreadsheet sprint staff stage star state statement station status step
stepper sticker stock stop store story streak stream street string strip student style subheading subject subnet subscription subsidiary subtask subtitle subtotal
success suggestion suite sum summary supervisor supplier survey swatch swimlane symbol symptom tab table tablet tabs tag tagline task tax teacher team teaser template
tenant tender term terminal test text theatre theme therapy thread thumbnail ticket tier tile time timeline timer tip title to-do toast todo token tool toolbar tooltip
topic total tour tournament town track tracking trailer train transaction transfer traveler traveller tray treatment tree trigger trip trophy truck tutorial tweet type
tyre unit upsell url user username vaccine validation value van variable variant vehicle vendor venue verification version video view viewer visa visitor volume voucher
walkthrough wallet wallpaper ward warehouse warning warranty waypoint webhook webpage website week widget window wing wishlist withdrawal wizard word worker workflow
workout workspace year zone zoo
`)...)
